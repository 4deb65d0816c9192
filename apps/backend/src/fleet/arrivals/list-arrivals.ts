import { addDays, type Arrival, MAX_ARRIVALS } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { instantOf } from '#platform/dispatch/zoned-time.ts';
import { keyText, workSpans } from '../positions/work-spans.ts';
import { type FleetServices } from '../services.ts';

/** An order, or a courier's working day `YYYY-MM-DD`. */
export type ArrivalsOf = { orderId: number } | { courierId: number; day: string };

/**
 * @returns the arrivals of an order or of a courier's day, by time; none of another office's. For people with M01 only.
 * A phone without a signal sends its «Cierre» late: arrivals after it are not shown, and a stay ends with it.
 */
export async function listArrivals(
  { db }: Pick<FleetServices, 'db'>,
  { officeId, timeZone, dayTurnsAt }: Dispatcher,
  wanted: ArrivalsOf,
): Promise<Arrival[]> {
  const all = db.selectFrom('arrivals').selectAll().where('office_id', '=', officeId);
  const query =
    'orderId' in wanted
      ? all.where('order_id', '=', wanted.orderId)
      : all
          .where('courier_id', '=', wanted.courierId)
          .where('arrived_at', '>=', instantOf(wanted.day, dayTurnsAt, timeZone))
          .where('arrived_at', '<', instantOf(addDays(wanted.day, 1), dayTurnsAt, timeZone));
  const rows = await query.orderBy('arrived_at').orderBy('order_id').limit(MAX_ARRIVALS).execute();
  const [first] = rows;
  if (!first) return [];
  const keys = [...new Set(rows.map(({ courier_id }) => courier_id))].map((courierId) => ({ officeId, courierId }));
  const spans = await workSpans(db, keys, { now: first.arrived_at, dayTurnsAt, areStored: true });
  return rows.flatMap((row) => {
    const at = row.arrived_at.getTime();
    const span = spans
      .get(keyText({ officeId, courierId: row.courier_id }))
      ?.find(({ from, to }) => from <= at && at <= to);
    if (!span) return [];
    return {
      orderId: String(row.order_id),
      courierId: String(row.courier_id),
      at: row.arrived_at.toISOString(),
      until: new Date(Math.min(row.until_at.getTime(), span.to)).toISOString(),
      left: row.left_at !== null && row.left_at.getTime() <= span.to ? row.left_at.toISOString() : null,
    };
  });
}
