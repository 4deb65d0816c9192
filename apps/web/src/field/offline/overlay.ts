import { type FieldRoute } from '@despacho/contracts/dispatch';
import { type OwnVisit, type Stop } from './types.ts';

/** A visit of this phone, and when the service acknowledged it. */
export type KnownVisit = OwnVisit & { sentAt: number | null };

/**
 * @returns the latest visits of orders that the office changed in the meantime, as far as the route does not show their
 * result: without them the courier would miss a visit and its payments.
 */
export function reviewsBeside(stops: readonly Stop[], visits: readonly KnownVisit[]): OwnVisit[] {
  const latest = new Map(visits.map((visit) => [visit.draft.order.id, visit]));
  return [...latest.values()].filter(
    ({ inReview, draft }) => inReview && !stops.some(({ id, state }) => id === draft.order.id && state === draft.to),
  );
}

/**
 * Applies this phone's visits to a route that the service may have made without them.
 * @param visits in the order they were made.
 * @param readAt when the request of the route began: visits acknowledged before it are contained in it.
 */
export function stopsWith(route: FieldRoute, visits: readonly KnownVisit[], readAt: number): Stop[] {
  return route.stops.map((stop) => {
    const own = visits.findLast(({ draft: { order } }) => order.id === stop.id && order.attempt === stop.attempt);
    if (!own) return { ...stop, own: null };
    const isContained = own.sentAt !== null && own.sentAt <= readAt;
    if (own.state === 'failed' || own.inReview || isContained) return { ...stop, own };
    return { ...stop, own, state: own.draft.to, reason: own.draft.reason ?? null, closedAt: own.at };
  });
}
