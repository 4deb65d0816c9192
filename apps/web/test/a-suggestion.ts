import { type Suggest, type SuggestedPart, type Suggestion } from '@despacho/contracts/dispatch';
import { type BulkRequest } from '#features/dispatch-desk/rules/bulk-request.ts';

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

/**
 * @param present what a courier carries, for requests without orders.
 * @returns an answer to a request: its orders in their sequence, as many to each of its couriers, the rest to the last one.
 */
export function suggested({ day = '2026-11-20', couriers = ['31'], orders }: Suggest, present: Suggest['orders'] = []) {
  const all = orders ?? present;
  const share = Math.floor(all.length / couriers.length);
  return aSuggestion(
    couriers.map((id, at) =>
      aPart(id, all.slice(at * share, at === couriers.length - 1 ? undefined : (at + 1) * share), { day }),
    ),
  );
}

/** @returns the orders that a request names. */
export const idsIn = ({ body }: BulkRequest): string[] =>
  'stops' in body ? body.stops.map(({ id }) => id) : 'orders' in body ? body.orders.map(({ id }) => id) : [];
