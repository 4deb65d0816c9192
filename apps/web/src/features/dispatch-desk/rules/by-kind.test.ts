import { expect, it } from 'vitest';
import { type Happening } from '../../../shared/live/event-words.ts';
import { byKind } from './by-kind.ts';

const happening = (kind: Happening['kind'], ...orderIds: string[]): Happening => happeningIn('LIMA', kind, ...orderIds);

const happeningIn = (officeId: string, kind: Happening['kind'], ...orderIds: string[]): Happening => ({
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

it('groups by kind and counts each order once, the largest kind first', () => {
  const all = [happening('repartidor'), happening('asignada', '1', '2'), happening('asignada', '2', '3')];
  expect(byKind(all).map(({ title, count }) => `${title} ${count}`)).toEqual(['Asignada 3', 'Repartidores 1']);
});

it('keeps offices apart', () => {
  const all = [
    happeningIn('LIMA', 'asignada', '1'),
    happeningIn('TRUJILLO', 'asignada', '2', '3'),
    happeningIn('LIMA', 'asignada', '4', '5', '6'),
  ];
  expect(byKind(all).map(({ title, count, officeId }) => [title, count, officeId])).toEqual([
    ['Asignada', 4, 'LIMA'],
    ['Asignada', 2, 'TRUJILLO'],
  ]);
});
