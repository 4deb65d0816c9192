import { type SuggestedPart, type Suggestion } from '@despacho/contracts/dispatch';

/** @returns a part of a proposal that gives a courier these orders, one stop each. */
export const aPart = (
  courierId: string,
  orders: SuggestedPart['orders'],
  changes: Partial<SuggestedPart> = {},
): SuggestedPart => ({
  courierId,
  name: courierId,
  day: '2026-11-20',
  orders,
  leaving: [],
  warnings: [],
  start: 'office',
  stops: orders.map((order, at) => ({
    orders: [order],
    pinned: false,
    isNext: false,
    trip: 1,
    arrivesAt: 490 + 10 * at,
    late: 0,
  })),
  after: { km: orders.length, minutes: 10 * orders.length, endsAt: 480 + 10 * orders.length, late: 0, lateMinutes: 0 },
  before: null,
  moves: orders.map(({ id }) => ({ ids: [id], why: 'added' })),
  ...changes,
});

/** @returns a proposal. */
export const aSuggestion = (parts: SuggestedPart[], unplaced: Suggestion['unplaced'] = []): Suggestion => ({
  parts,
  unplaced,
  distances: { source: 'direct', hasFallenBack: false },
  isCut: false,
});
