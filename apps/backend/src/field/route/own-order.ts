import { sql } from 'kysely';
import { type Phone } from '#fleet/phones/phones-repository.ts';
import { type OrderRow } from '#orders/order/order-row.ts';
import { findOrder } from '#orders/order/orders-repository.ts';
import { type Database } from '#platform/database/open-database.ts';
import { Refusal } from '#platform/refusal.ts';

/**
 * @returns an order that is or was assigned to the courier. Assignments are never removed from the log.
 * @throws Refusal unprocessable for another order.
 */
export async function requireOwn(db: Database, phone: Phone, id: number): Promise<OrderRow> {
  const order = await findOrder(db, phone, id);
  if (order?.courier_id === phone.courierId) return order;
  const { rows } = await sql`
    select from events
    where order_id = ${id} and office_id = ${phone.officeId}
      and data -> 'after' ->> 'courierId' = ${String(phone.courierId)}
    limit 1`.execute(db);
  if (!order || rows.length === 0)
    throw new Refusal('unprocessable', 'Esa orden nunca estuvo asignada a este repartidor', undefined, 'order');
  return order;
}
