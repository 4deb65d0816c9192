import { expect, it } from 'vitest';
import { aFieldReview } from '#test/a-stop.ts';
import { aRoute, aStop } from '#test/a-route.ts';
import { inOwnOrder, type KnownStart, type KnownVisit, reviewsOf, stopsWith } from './overlay.ts';

const visit = (changes: Partial<KnownVisit> = {}): KnownVisit => ({
  id: 'v',
  draft: { order: { id: '1', code: 'LIM-1', attempt: 1, version: 3 }, to: 'entregada', receiver: null },
  photos: [],
  at: '2026-11-23T15:00:00.000Z',
  state: 'waiting',
  problem: null,
  inReview: false,
  sentAt: null,
  ...changes,
});

const route = aRoute([aStop({ id: '1', code: 'LIM-1' }), aStop({ id: '2', code: 'LIM-2' })]);
const READ_AT = 1000;

it('shows a stop as closed while the service does not know it', () => {
  const [first, second] = stopsWith(route, [visit()], READ_AT);
  expect(first).toMatchObject({ state: 'entregada', closedAt: '2026-11-23T15:00:00.000Z', own: { id: 'v' } });
  expect(second).toMatchObject({ state: 'en_ruta', own: null });
});

it('shows the latest visit, with its reason', () => {
  const draft = { ...visit().draft, to: 'no_entregada' as const, reason: 'ausente' };
  expect(stopsWith(route, [visit(), visit({ id: 'w', draft })], READ_AT)[0]).toMatchObject({
    state: 'no_entregada',
    reason: 'ausente',
    own: { id: 'w' },
  });
});

it('keeps showing a sent visit until a route that contains it arrives', () => {
  const sent = visit({ state: 'sent', sentAt: READ_AT + 1 });
  expect(stopsWith(route, [sent], READ_AT)[0]?.state).toBe('entregada');
  expect(stopsWith(route, [sent], READ_AT + 2)[0]?.state).toBe('en_ruta');
});

it.each([visit({ state: 'failed' }), visit({ state: 'sent', sentAt: READ_AT + 1, inReview: true })])(
  'shows the service’s state for a visit that did not count',
  (refused) => {
    expect(stopsWith(route, [refused], READ_AT)[0]).toMatchObject({ state: 'en_ruta', own: { id: 'v' } });
  },
);

it('applies a visit to its own attempt only', () => {
  const again = aRoute([aStop({ id: '1', attempt: 2 })]);
  expect(stopsWith(again, [visit()], READ_AT)[0]).toMatchObject({ state: 'en_ruta', own: null });
});

it('lists the reviews of the route, and those of this phone that it does not have yet', () => {
  const of = (id: string, changes: Partial<KnownVisit> = {}) => {
    const draft = { ...visit().draft, order: { ...visit().draft.order, id } };
    return visit({ id: `v${id}`, draft, inReview: true, ...changes });
  };
  const visits = [of('1'), of('2'), of('9', { id: 'earlier' }), of('9'), of('8', { inReview: false })];
  const known = { ...aFieldReview({ visit: 'v2' }), state: 'rechazada' as const };
  const { stops } = aRoute([aStop({ id: '1', state: 'entregada' }), aStop({ id: '2' })]);
  expect(reviewsOf({ stops }, visits).map(({ visit }) => visit)).toEqual(['v2', 'v9']);
  expect(reviewsOf({ stops, reviews: [known] }, visits).map(({ visit, state }) => [visit, state])).toEqual([
    ['v2', 'rechazada'],
    ['v9', 'pendiente'],
  ]);
  const decided = stopsWith({ ...aRoute(stops), reviews: [known] }, [of('2')], READ_AT);
  expect(decided[1]?.own).toMatchObject({ id: 'v2', inReview: false });
});

const STARTED_AT = '2026-11-23T12:00:00.000Z';
const start = (changes: Partial<KnownStart> = {}): KnownStart => ({
  missing: ['1', '2'],
  at: Date.parse(STARTED_AT),
  sentAt: null,
  ...changes,
});

it.each<[string, string | null, Partial<KnownStart>, string[]]>([
  ['is not sent', null, {}, ['1']],
  ['was sent after the route was read', null, { sentAt: READ_AT + 1 }, ['1']],
  ['is of this day', STARTED_AT, { sentAt: READ_AT }, ['1']],
  ['is the second one of this day', STARTED_AT, { sentAt: READ_AT, at: Date.parse(STARTED_AT) + 1 }, ['1']],
  ['is of an earlier day', STARTED_AT, { sentAt: READ_AT, at: Date.parse(STARTED_AT) - 1 }, []],
  ['is of an earlier day, and none of this day is known', null, { sentAt: READ_AT }, []],
])('shows parcels left behind at a start that %s', (_, startedAt, some, expected) => {
  const stops = [aStop({ id: '1', state: 'asignada' }), aStop({ id: '2' }), aStop({ id: '3', state: 'asignada' })];
  const shown = stopsWith(aRoute(stops, { startedAt }), [], READ_AT, start(some));
  expect(shown.filter(({ notLoaded }) => notLoaded).map(({ id }) => id)).toEqual(expected);
});

const ordered = (sentAt: number | null, before: string[], stops: string[]) => ({ sentAt, before, stops });

it.each<[string, Parameters<typeof inOwnOrder>[1], string[], boolean]>([
  ['nothing', [], ['1', '2', '3'], false],
  ['one that is not sent', [ordered(null, ['1', '2', '3'], ['3', '1', '2'])], ['3', '1', '2'], true],
  ['one sent after the route was read', [ordered(READ_AT + 1, ['1', '2'], ['2', '1'])], ['2', '1', '3'], true],
  ['one that the route contains', [ordered(READ_AT, ['2', '1', '3'], ['1', '2', '3'])], ['1', '2', '3'], true],
  ['one that the office has replaced', [ordered(null, ['2', '1', '3'], ['3', '2', '1'])], ['1', '2', '3'], false],
  [
    'two in a row',
    [ordered(null, ['1', '2', '3'], ['3', '1', '2']), ordered(null, ['3', '1', '2'], ['2', '3', '1'])],
    ['2', '3', '1'],
    true,
  ],
  ['one of which a single stop is left', [ordered(READ_AT, ['9', '3'], ['3', '9'])], ['1', '2', '3'], false],
  ['one before stops were added', [ordered(null, ['2', '1'], ['1', '2'])], ['1', '2', '3'], true],
])('orders the open stops by %s', (_, orders, expected, isOwn) => {
  const stops = [
    aStop({ id: 'closed', state: 'entregada' }),
    ...['1', '2', '3'].map((id) => aStop({ id, ...(id === '2' && { date: '2026-11-22' }) })),
  ].map((stop) => ({ ...stop, own: null }));
  const shown = inOwnOrder(stops, orders, { day: '2026-11-23', readAt: READ_AT });
  expect(shown.stops.map(({ id }) => id)).toEqual(['closed', ...expected]);
  expect(shown.ownOrder !== null).toBe(isOwn);
});
