import { type FieldReview, type FieldRoute, inOrder, isSameOrder } from '@despacho/contracts/dispatch';
import { isOpen } from '../rules/stop-texts.ts';
import { type OwnVisit, type Stop } from './types.ts';

/** A visit of this phone, and when the service acknowledged it. */
export type KnownVisit = OwnVisit & { sentAt: number | null };

/** A «Salí a ruta» of this phone. */
export interface KnownStart {
  /** Ids of the orders whose parcels were not there. */
  missing: readonly string[];
  /** By the server's clock, in epoch milliseconds. */
  at: number;
  sentAt: number | null;
}

/** An order of the open stops that this courier chose. */
export interface KnownOrder {
  /** Ids in the order shown before. */
  before: readonly string[];
  stops: readonly string[];
  sentAt: number | null;
}

/**
 * Applies the courier's orders to the open stops, each unless the office has reordered them since: then the service keeps
 * the order of the office. Closed stops stay where they are.
 * @param orders of the day of the route, in the order they were made.
 * @param route its working day, and when the request of it began.
 * @returns the stops, and the ids of the latest order if the open stops are in it.
 */
export function inOwnOrder(
  stops: readonly Stop[],
  orders: readonly KnownOrder[],
  { day, readAt }: { day: string; readAt: number },
): { stops: readonly Stop[]; ownOrder: readonly string[] | null } {
  const idsOf = (all: readonly Stop[]): string[] => all.filter(isOpen).map(({ id }) => id);
  let shown = stops;
  for (const { before, stops: wanted, sentAt } of orders) {
    const isContained = sentAt !== null && sentAt <= readAt;
    if (isContained || !isSameOrder(idsOf(shown), before)) continue;
    const open = inOrder(shown.filter(isOpen), wanted, day).values();
    shown = shown.map((stop) => (isOpen(stop) ? (open.next().value ?? stop) : stop));
  }
  const last = orders.at(-1)?.stops ?? [];
  const open = idsOf(shown);
  // One stop alone is in any order.
  const isIn = open.filter((id) => last.includes(id)).length > 1 && isSameOrder(open, last);
  return { stops: shown, ownOrder: isIn ? last : null };
}

/** A visit of this phone that the office decides about, as the route would answer it. */
const asReview = ({ id, draft, at, problem }: KnownVisit): FieldReview => ({
  visit: id,
  order: { id: draft.order.id, code: draft.order.code },
  address: '',
  to: draft.to,
  payments: draft.payments ?? [],
  at,
  state: 'pendiente',
  why: problem ?? '',
  decidedWhy: null,
});

/**
 * @returns the visits that the office decides about or has decided about today: those of the route, and those of this
 * phone that a route read earlier does not have yet. Without them the courier would miss a visit and its payments.
 */
export function reviewsOf(
  { reviews = [], stops }: Pick<FieldRoute, 'reviews' | 'stops'>,
  visits: readonly KnownVisit[],
): FieldReview[] {
  const known = new Set(reviews.map(({ visit }) => visit));
  const latest = new Map(visits.map((visit) => [visit.draft.order.id, visit]));
  const others = [...latest.values()].filter(
    ({ id, inReview, draft }) =>
      inReview && !known.has(id) && !stops.some((stop) => stop.id === draft.order.id && stop.state === draft.to),
  );
  return [...reviews, ...others.map(asReview)];
}

/** @returns the orders whose parcels stayed behind, if the start is of the day of the route. */
function missingOf({ startedAt }: FieldRoute, start: KnownStart | undefined, readAt: number): readonly string[] {
  if (!start) return [];
  const isContained = start.sentAt !== null && start.sentAt <= readAt;
  return isContained && (startedAt === null || start.at < Date.parse(startedAt)) ? [] : start.missing;
}

/**
 * Applies this phone's visits to a route that the service may have made without them.
 * @param visits in the order they were made.
 * @param start the latest of this phone. Orders that it names as missing are `notLoaded` until the office or a later start
 * sets them on the way.
 * @param readAt when the request of the route began: visits acknowledged before it are contained in it.
 */
export function stopsWith(
  route: FieldRoute,
  visits: readonly KnownVisit[],
  readAt: number,
  start?: KnownStart,
): Stop[] {
  const missing = missingOf(route, start, readAt);
  const decided = new Set((route.reviews ?? []).filter(({ state }) => state !== 'pendiente').map(({ visit }) => visit));
  return route.stops.map((answered) => {
    const isMissing = answered.state === 'asignada' && missing.includes(answered.id);
    const stop = { ...answered, ...(isMissing && { notLoaded: true as const }) };
    const last = visits.findLast(({ draft: { order } }) => order.id === stop.id && order.attempt === stop.attempt);
    if (!last) return { ...stop, own: null };
    const own = decided.has(last.id) ? { ...last, inReview: false } : last;
    const isContained = own.sentAt !== null && own.sentAt <= readAt;
    if (own.state === 'failed' || own.inReview || isContained) return { ...stop, own };
    const { to, reason = null, payments } = own.draft;
    return { ...stop, own, state: to, reason, closedAt: own.at, ...(payments && { payments }) };
  });
}
