import { expect, it } from 'vitest';
import { type ActivityEntry } from '#shared/live/activity-entries.ts';
import { byKind } from './by-kind.ts';

const entry = (kind: ActivityEntry['kind'], ...orderIds: string[]): ActivityEntry => entryIn('LIMA', kind, ...orderIds);

const entryIn = (officeId: string, kind: ActivityEntry['kind'], ...orderIds: string[]): ActivityEntry => ({
  key: `${kind} ${orderIds.join(' ')}`,
  at: '2026-11-21T15:00:00.000Z',
  officeId,
  who: 'Ana',
  text: '',
  to: undefined,
  orderIds,
  codes: orderIds,
  kind,
});

it('groups by kind, largest first, and counts each order once', () => {
  const all = [entry('repartidor'), entry('asignada', '1', '2'), entry('asignada', '2', '3')];
  expect(byKind(all).map(({ title, count }) => `${title} ${count}`)).toEqual(['Asignada 3', 'Repartidores 1']);
});

it('keeps offices separate', () => {
  const all = [
    entryIn('LIMA', 'asignada', '1'),
    entryIn('TRUJILLO', 'asignada', '2', '3'),
    entryIn('LIMA', 'asignada', '4', '5', '6'),
  ];
  expect(byKind(all).map(({ title, count, officeId }) => [title, count, officeId])).toEqual([
    ['Asignada', 4, 'LIMA'],
    ['Asignada', 2, 'TRUJILLO'],
  ]);
});
