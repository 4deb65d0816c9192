import { expect, it } from 'vitest';
import { aDay, aStop } from '#test/a-stop.ts';
import { isPending, routeChanges } from './route-changes.ts';
import { type Stop } from '../offline/types.ts';

const [one, two, three] = [aStop(), aStop({ id: '2' }), aStop({ id: '3' })];
const note = { id: 'n1', text: 'Llame antes', at: '2026-11-20T15:00:00.000Z', readAt: null };
const changed = (stop: Stop, fields: Partial<Stop>): Stop => ({ ...stop, ...fields });
const kinds = (before: Stop[], after: Stop[]) =>
  routeChanges(aDay(before), aDay(after)).map(({ kind, id }) => [kind, id]);

it.each<[string, Stop[], Stop[], unknown[]]>([
  ['nothing', [one, two], [one, two], []],
  ['a new stop', [one], [two, one], [['added', '2']]],
  ['a stop that was taken', [one, two], [two], [['removed', '1']]],
  ['another order', [one, two, three], [two, one, three], [['moved', null]]],
  ['another window', [one], [changed(one, { window: null })], [['edited', '1']]],
  ['another amount', [one], [changed(one, { collectDue: 500 })], [['edited', '1']]],
  ['no change in an unread note', [changed(one, { courierNote: note })], [changed(one, { courierNote: note })], []],
  ['a note', [one], [changed(one, { courierNote: note })], [['note', '1']]],
  [
    'a replaced note',
    [changed(one, { courierNote: note })],
    [changed(one, { courierNote: { ...note, id: 'n2' } })],
    [['note', '1']],
  ],
  [
    'a note that was read',
    [changed(one, { courierNote: note })],
    [changed(one, { courierNote: { ...note, readAt: note.at } })],
    [],
  ],
  ['a stop that the courier closed', [one, two], [changed(one, { state: 'entregada' }), two], []],
  ['a closed stop that was taken', [changed(one, { state: 'entregada' }), two], [two], []],
])('finds %s', (_, before, after, expected) => {
  expect(kinds(before, after)).toEqual(expected);
});

it('finds an order of the office among stops that the courier has not ordered', () => {
  const four = aStop({ id: '4' });
  const before = aDay([two, one, three, four]);
  const changes = (after: Stop[]) => routeChanges(before, aDay(after), ['2', '1']).map(({ kind }) => kind);
  expect([changes([two, one, four, three]), changes([two, one, three, four])]).toEqual([['moved'], []]);
});

it('does not take the courier’s own order for one of the office', () => {
  const changes = (own: string[] | null) =>
    routeChanges(aDay([one, two]), aDay([two, one]), own).map(({ kind }) => kind);
  expect([changes(['2', '1']), changes(['1', '2']), changes(null)]).toEqual([[], ['moved'], ['moved']]);
});

it('compares only routes of the same day', () => {
  expect(routeChanges(aDay([one], { day: '2026-11-19' }), aDay([two]))).toEqual([]);
});

it.each<[string, boolean, Parameters<typeof isPending>[0]['kind'], string | null, Partial<Stop>]>([
  ['a new stop', true, 'added', '1', {}],
  ['a new stop that was closed', false, 'added', '1', { state: 'entregada' }],
  ['an unread note', true, 'note', '1', { courierNote: note }],
  ['a note that was read', false, 'note', '1', { courierNote: { ...note, readAt: note.at } }],
  ['a stop that was taken', true, 'removed', '9', {}],
  ['another order', true, 'moved', null, {}],
])('%s is pending: %s', (_, expected, kind, id, some) => {
  expect(isPending({ kind, id, text: '' }, [changed(one, some)])).toBe(expected);
});
