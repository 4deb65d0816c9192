import { type OrderChanged, type OrderFields } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { insertOrderRows } from '#orders/order/insert-order-rows.ts';
import { BEGINNING, codeOf } from '#orders/order/insert-orders.ts';
import { type DemoOrder } from './demo-orders.ts';

/** An order at the end of its story, with its events. The order's id is not known yet. */
function toRow({ createdAt, order, story }: DemoOrder, code: string, { officeId, username, user }: Dispatcher) {
  let fields: OrderFields = { ...BEGINNING, ...order };
  const actor = { username, user };
  const event = (
    at: Date,
    what: OrderChanged['what'],
    version: number,
    before: object,
    after: object,
    why?: string,
  ) => ({
    type: 'order.changed',
    at: at.toISOString(),
    officeId,
    actor,
    batch: `demo-${code}-${version}`,
    what,
    ...(why !== undefined && { why }),
    order: { code, version },
    before,
    after,
  });
  const events = [event(createdAt, 'creada', 1, {}, fields)];
  story.forEach(({ at, what, patch, why }, index) => {
    const before = Object.fromEntries((Object.keys(patch) as (keyof OrderFields)[]).map((key) => [key, fields[key]]));
    events.push(event(at, what, index + 2, before, patch, why));
    fields = { ...fields, ...patch };
  });
  const last = story.at(-1);
  return {
    code,
    fields,
    events,
    createdAt,
    changedAt: last?.at ?? createdAt,
    version: events.length,
    what: last?.what ?? 'creada',
  };
}

/**
 * Inserts demo orders in their final state with all their events, in two statements.
 * @param from number of the company's last order and position of the office's last event.
 * @returns both numbers afterwards.
 */
export async function insertDemoOrders(
  trx: Database,
  dispatcher: Dispatcher,
  orders: readonly DemoOrder[],
  from: { order: number; position: number },
): Promise<{ order: number; position: number }> {
  const { officeId } = dispatcher;
  const rows = orders.map((each, index) => toRow(each, codeOf(from.order + index + 1), dispatcher));
  const idOf = await insertOrderRows(trx, dispatcher, rows);
  const events = rows
    .flatMap((each) =>
      each.events.map((event) => ({ ...event, order: { id: String(idOf.get(each.code)), ...event.order } })),
    ) // prettier-ignore
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  await sql`
    insert into events (office_id, position, type, at, data, order_id, batch)
    select ${officeId}, ${from.position}::bigint + place, value ->> 'type', (value ->> 'at')::timestamptz, value,
      (value -> 'order' ->> 'id')::bigint, value ->> 'batch'
    from jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as given (value, place)`.execute(trx);
  return { order: from.order + rows.length, position: from.position + events.length };
}
