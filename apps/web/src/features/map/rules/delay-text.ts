import { type Order } from '@despacho/contracts/dispatch';
import { durationText } from '#features/orders/rules/arrival-text.ts';
import { dueView } from '#features/orders/rules/due.ts';
import { type CourierRoute } from '#features/orders/state/use-courier-route.ts';

/** Visits of a day before which a courier has no pace. */
const MIN_VISITS = 3;
const MINUTE = 60_000;

/**
 * @param route of the order's courier; undefined until it is loaded.
 * @param now epoch milliseconds of the server's clock.
 * @returns how late a stop of today will be at the courier's pace of today: «va con 12 min de retraso»; undefined if it
 *   is in time, or before three visits.
 */
export function delayText(
  order: Order,
  route: CourierRoute | undefined,
  now: number,
  timeZone: string,
): string | undefined {
  const index = route?.open.findIndex(({ id }) => id === order.id) ?? -1;
  if (!route || index === -1 || dueView(order, now, timeZone).day !== null) return undefined;
  const visits = route.done.flatMap(({ closedAt }) => (closedAt === null ? [] : [Date.parse(closedAt)]));
  if (visits.length < MIN_VISITS) return undefined;
  const last = Math.max(...visits);
  const step = (last - Math.min(...visits)) / (visits.length - 1);
  const late = Math.max(now, last + step) + index * step - Date.parse(order.dueAt);
  return late < MINUTE ? undefined : `va con ${durationText(late)} de retraso`;
}
