import { type Review } from '@despacho/contracts/dispatch';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { workingDaysOf } from '#work/days/working-days.ts';
import { type OfficeTime } from '#platform/dispatch/working-day.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { findOrders } from '#orders/order/orders-repository.ts';
import { type PlaceRules } from '#orders/places/judge-places.ts';
import { judgeVisits } from './judge-visits.ts';
import { type NamedVisitRow, sideOf, toVisit } from './visit-row.ts';

const decidedOf = (row: NamedVisitRow): Review['decided'] =>
  row.decided_at && {
    at: row.decided_at.toISOString(),
    by: { username: row.decided_username ?? '', user: row.decided_user ?? '' },
    why: row.decided_why,
  };

/** @returns visits with both sides, the order as it is now. */
export async function toReviews(
  rules: PlaceRules,
  dispatcher: OfficeKey & OfficeTime,
  rows: readonly NamedVisitRow[],
): Promise<Review[]> {
  const orders = new Map(
    (await findOrders(rules.db, dispatcher, [...new Set(rows.map(({ order_id }) => order_id))])).map((row) => [
      row.id,
      row,
    ]),
  );
  const verdicts = await judgeVisits(
    rules,
    dispatcher,
    rows.map((row) => ({ ...row, ubigeo: orders.get(row.order_id)?.ubigeo ?? '' })),
  );
  const days = await workingDaysOf(
    rules.db,
    dispatcher,
    rows.map(({ courier_id: courierId, at }) => ({ courierId, at })),
  );
  return rows.flatMap((row, index) => {
    const order = orders.get(row.order_id);
    if (!order) return [];
    return {
      ...toVisit(row, order, verdicts[index] ?? 'plausible'),
      order: {
        id: String(order.id),
        code: order.code,
        recipient: order.recipient,
        address: order.address,
        district: DISTRICTS.of(order.ubigeo)?.name ?? '',
        place: { lat: order.lat, lng: order.lng, approximate: order.approximate },
      },
      day: days[index] ?? '',
      found: row.found,
      now: sideOf(order),
      decided: decidedOf(row),
    };
  });
}
