import { type Relation, type Visit } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { requireOrder } from '#orders/order/orders-repository.ts';
import { notFound } from '#platform/refusal.ts';
import { type FieldServices } from '../services.ts';
import { judgeVisits } from './judge-visits.ts';
import { toVisit } from './visit-row.ts';
import { namedVisitsOf } from './visits-repository.ts';

/** @returns the visits that phones sent of an order, the first that arrived first. @throws Refusal not-found. */
export async function listVisits(
  { db, config }: FieldServices,
  dispatcher: Dispatcher,
  orderId: number,
): Promise<Visit[]> {
  const order = await requireOrder(db, dispatcher, orderId);
  const rows = await namedVisitsOf(db, dispatcher)
    .where('field_visits.order_id', '=', orderId)
    .orderBy('field_visits.id')
    .execute();
  const verdicts = await judgeVisits(
    { db, config },
    dispatcher,
    rows.map((row) => ({ ...row, ubigeo: order.ubigeo })),
  );
  return rows.map((row, index) => toVisit(row, order, verdicts[index] ?? 'plausible'));
}

/** @returns who received an order, with the whole document. @throws Refusal not-found for a visit without a receiver. */
export async function readReceiver(
  { db }: FieldServices,
  dispatcher: Dispatcher,
  id: number,
): Promise<{ name: string; document: string | null; relation: Relation | null }> {
  const row = await namedVisitsOf(db, dispatcher).where('field_visits.id', '=', id).executeTakeFirst();
  if (!row?.receiver) throw notFound();
  return { ...row.receiver, relation: row.receiver.relation as Relation | null };
}
