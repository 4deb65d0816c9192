import { randomUUID } from 'node:crypto';
import { type Order, type OrderInput } from '@despacho/contracts/dispatch';
import { isUniqueViolation } from '../database/database-error.ts';
import { transact } from '../database/transact.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { once } from '../dispatch/idempotency.ts';
import { lockCompany } from '../companies/companies-repository.ts';
import { notFound } from '../refusal.ts';
import { type Services } from '../services.ts';
import { checkReference, referenceTaken } from './client-reference.ts';
import { insertOrders, type NewOrder } from './insert-orders.ts';
import { fieldsOfInput } from './order-input.ts';
import { toOrder } from './order-row.ts';
import { findOrder } from './orders-repository.ts';
import { settleClient } from './settle-client.ts';

/** Turns the one violation a person can put right into a sentence. Which order it was, a failed transaction cannot tell. */
export function tellRepeatedReference(error: unknown): never {
  if (isUniqueViolation(error) && (error as { constraint?: string }).constraint === 'orders_client_reference')
    throw referenceTaken(null);
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
  const request = { key, operation: 'create', content: input };
  const { answer, repeated } = await transact(
    db,
    (trx) =>
      once(trx, dispatcher, request, now, async () => {
        const client = await settleClient(trx, dispatcher, input.client);
        // Held before the reference is looked for, and before the office's row, as whoever takes codes does.
        await lockCompany(trx, dispatcher.companyId);
        if (input.clientReference !== null) await checkReference(trx, dispatcher, client, input.clientReference);
        const fields = fieldsOfInput({ ...input, client }) as NewOrder;
        const [inserted] = await insertOrders(trx, dispatcher, { id: randomUUID(), now }, [fields]);
        const row = await findOrder(trx, dispatcher, inserted?.id ?? 0);
        if (!row) throw notFound();
        return toOrder(row);
      }),
    { repeatable: true },
  ).catch(tellRepeatedReference);
  if (!repeated) feed.nudge(dispatcher.officeId);
  return answer;
}
