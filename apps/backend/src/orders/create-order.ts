import { randomUUID } from 'node:crypto';
import { type Order, type OrderInput } from '@despacho/contracts/dispatch';
import { type Database } from '../database/open-database.ts';
import { transact } from '../database/transact.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { once } from '../dispatch/idempotency.ts';
import { rememberPlaces } from '../places/places-repository.ts';
import { notFound } from '../refusal.ts';
import { type Services } from '../services.ts';
import { checkedAgain, checkReference } from './client-reference.ts';
import { type NewOrder } from './insert-orders.ts';
import { insertPlaced } from './insert-placed.ts';
import { fieldsOfInput } from './order-input.ts';
import { toOrder } from './order-row.ts';
import { findOrder } from './orders-repository.ts';
import { settleClient } from './settle-client.ts';

/** Creates a pending order of the office. @throws Refusal conflict if the client has one with this reference. */
export async function createOrder(
  services: Services,
  dispatcher: Dispatcher,
  key: string,
  input: OrderInput,
): Promise<Order> {
  const { db, clock, feed } = services;
  const now = clock();
  const request = { key, operation: 'create', content: input };
  const create = async (trx: Database): Promise<Order> => {
    const client = await settleClient(trx, dispatcher, input.client);
    if (input.clientReference !== null) await checkReference(trx, dispatcher, client, input.clientReference);
    const fields = fieldsOfInput({ ...input, client }) as NewOrder;
    const [inserted] = await insertPlaced(trx, services, dispatcher, { id: randomUUID(), now }, [fields]);
    if (input.place.point) await rememberPlaces(trx, dispatcher, [fields], { by: 'pin', now });
    const row = await findOrder(trx, dispatcher, inserted?.id ?? 0);
    if (!row) throw notFound();
    return toOrder(row);
  };
  const { answer, repeated } = await checkedAgain(() =>
    transact(db, (trx) => once(trx, dispatcher, request, now, () => create(trx)), { repeatable: true }),
  );
  if (!repeated) feed.nudge(dispatcher.officeId);
  return answer;
}
