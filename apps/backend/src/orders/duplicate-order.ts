import { randomUUID } from 'node:crypto';
import { type Order } from '@despacho/contracts/dispatch';
import { type Database } from '../database/open-database.ts';
import { transact } from '../database/transact.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { once } from '../dispatch/idempotency.ts';
import { notFound } from '../refusal.ts';
import { type Services } from '../services.ts';
import { BEGINNING } from './insert-orders.ts';
import { insertPlaced } from './insert-placed.ts';
import { fieldsOf, toOrder } from './order-row.ts';
import { findOrder } from './orders-repository.ts';

/**
 * Creates a pending order with the data of another, whatever its state. The client's reference and the delivery note
 * belong to one shipment and are not copied.
 * @param copy the order to copy, and the day of the new one.
 * @throws Refusal not-found for an order of another office.
 */
export async function duplicateOrder(
  services: Services,
  dispatcher: Dispatcher,
  key: string,
  copy: { id: number; date: string },
): Promise<Order> {
  const { db, clock, feed } = services;
  const now = clock();
  const duplicate = async (trx: Database): Promise<Order> => {
    const original = await findOrder(trx, dispatcher, copy.id);
    if (!original) throw notFound();
    const fields = { ...fieldsOf(original), ...BEGINNING, date: copy.date, clientReference: null, guide: null };
    const [inserted] = await insertPlaced(trx, services, dispatcher, { id: randomUUID(), now }, [fields], 'duplicada');
    const row = await findOrder(trx, dispatcher, inserted?.id ?? 0);
    if (!row) throw notFound();
    return toOrder(row);
  };
  const request = { key, operation: 'duplicate', content: copy };
  const { answer, repeated } = await transact(db, (trx) => once(trx, dispatcher, request, now, () => duplicate(trx)), {
    repeatable: true,
  });
  if (!repeated) feed.nudge(dispatcher.officeId);
  return answer;
}
