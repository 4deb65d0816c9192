import { expect, it } from 'vitest';
import { orderRows, wallRows } from './wall-rows.ts';

const photo = (id: string, takenAt: string) => ({ id, takenAt });

it('groups photos by the day of the office, and each day into rows', () => {
  const photos = [
    photo('5', '2026-11-21T15:00:00Z'),
    photo('4', '2026-11-21T14:00:00Z'),
    photo('3', '2026-11-21T10:00:00Z'),
    // 04:59 in Lima: still the working day of the 20th.
    photo('2', '2026-11-21T09:59:59Z'),
    photo('1', '2026-11-20T15:00:00Z'),
  ];
  const shown = wallRows(photos, 2, 'America/Lima').map((row) =>
    row.kind === 'photos' ? [row.from, ...row.photos.map(({ id }) => id)] : row.kind === 'day' && row.day,
  );
  expect(shown).toEqual(['2026-11-21', [0, '5', '4'], [2, '3'], '2026-11-20', [3, '2', '1']]);
  expect(wallRows([], 3, 'America/Lima')).toEqual([]);
});

it('starts each order with a heading, and its photos may fill several rows', () => {
  const of = (order: string, ...ids: string[]) => ids.map((id) => ({ id, order: { id: order } }));
  const shown = orderRows([...of('b', '5', '6', '7'), ...of('a', '1')], 2).map((row) => [
    row.kind,
    row.kind === 'photos' ? row.from : row.photos.length,
    ...row.photos.map(({ id }) => id),
  ]);
  expect(shown).toEqual([
    ['order', 3, '5', '6', '7'],
    ['photos', 0, '5', '6'],
    ['photos', 2, '7'],
    ['order', 1, '1'],
    ['photos', 3, '1'],
  ]);
});
