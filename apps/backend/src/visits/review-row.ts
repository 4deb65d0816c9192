import { type Review } from '@despacho/contracts/dispatch';
import { type OfficeKey } from '../database/in-office.ts';
import { type Database } from '../database/open-database.ts';
import { DISTRICTS } from '../districts/districts.ts';
import { findOrders } from '../orders/orders-repository.ts';
import { type NamedVisitRow, sideOf, toVisit } from './visit-row.ts';

const decidedOf = (row: NamedVisitRow): Review['decided'] =>
  row.decided_at && {
    at: row.decided_at.toISOString(),
    by: { username: row.decided_username ?? '', user: row.decided_user ?? '' },
    why: row.decided_why,
  };

/** @returns visits with both sides, the order as it is now. */
export async function toReviews(
  db: Database,
  dispatcher: OfficeKey,
  rows: readonly NamedVisitRow[],
): Promise<Review[]> {
  const orders = new Map(
    (await findOrders(db, dispatcher, [...new Set(rows.map(({ order_id }) => order_id))])).map((row) => [row.id, row]),
  );
  return rows.flatMap((row) => {
    const order = orders.get(row.order_id);
    if (!order) return [];
    return {
      ...toVisit(row, order),
      order: {
        id: String(order.id),
        code: order.code,
        recipient: order.recipient,
        address: order.address,
        district: DISTRICTS.of(order.ubigeo)?.name ?? '',
      },
      found: row.found,
      now: sideOf(order),
      decided: decidedOf(row),
    };
  });
}
