import { randomUUID } from 'node:crypto';
import { type Order, type OrderInput } from '@despacho/contracts/dispatch';
import { isUniqueViolation } from '../database/database-error.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { once } from '../dispatch/idempotency.ts';
import { notFound, Refusal } from '../refusal.ts';
import { type Services } from '../services.ts';
import { checkClient } from './check-client.ts';
import { insertOrders, type NewOrder } from './insert-orders.ts';
import { fieldsOfInput } from './order-input.ts';
import { toOrder } from './order-row.ts';
import { findOrder } from './orders-repository.ts';

/** Turns the one violation a person can put right into a sentence. */
export function tellRepeatedReference(error: unknown): never {
  if (isUniqueViolation(error) && (error as { constraint?: string }).constraint === 'orders_client_reference')
    throw new Refusal('conflict', 'Ese cliente ya tiene una orden con esa referencia');
  throw error;
}

/** Creates an order of the office, pending. @throws Refusal conflict where the client has one with this reference. */
export async function createOrder(
  { db, clock, feed }: Services,
  dispatcher: Dispatcher,
  key: string | undefined,
  input: OrderInput,
): Promise<Order> {
  const now = clock();
  const fields = fieldsOfInput(input) as NewOrder;
  const request = { key, operation: 'create', content: input };
  const { answer, repeated } = await db
    .transaction()
    .execute((trx) =>
      once(trx, dispatcher, request, now, async () => {
        await checkClient(trx, dispatcher, input.client);
        const [inserted] = await insertOrders(trx, dispatcher, { id: randomUUID(), now }, [fields]);
        const row = await findOrder(trx, dispatcher, inserted?.id ?? 0);
        if (!row) throw notFound();
        return toOrder(row);
      }),
    )
    .catch(tellRepeatedReference);
  if (!repeated) feed.nudge(dispatcher.officeId);
  return answer;
}
