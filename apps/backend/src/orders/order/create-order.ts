import { randomUUID } from 'node:crypto';
import { type Order, type OrderInput } from '@despacho/contracts/dispatch';
import { countLookup } from '#people/clients/client-lookups.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { transactOnce } from '#platform/dispatch/idempotency.ts';
import { requirePlausible } from '../places/judge-places.ts';
import { rememberPin } from './remember-pin.ts';
import { type OrderServices } from '../services.ts';
import { checkedAgain, checkReference } from './client-reference.ts';
import { type NewOrder, insertPlaced } from './insert-orders.ts';
import { fieldsOfInput } from './order-input.ts';
import { toOrder } from './order-row.ts';
import { requireOrder } from './orders-repository.ts';
import { settleClient } from './settle-client.ts';

/**
 * Creates a pending order of the office.
 * @throws Refusal conflict if the client has one with this reference; invalid for an implausible place.
 */
export async function createOrder(
  services: OrderServices,
  dispatcher: Dispatcher,
  key: string,
  input: OrderInput,
): Promise<Order> {
  // Before the transaction, because its rollback would undo the count.
  if (input.client.id === null) await countLookup(services, dispatcher, input.client.name);
  const request = { key, operation: 'create', content: input };
  return checkedAgain(() =>
    transactOnce(services, dispatcher, request, async (trx, now) => {
      const client = await settleClient(trx, dispatcher, input.client);
      if (input.clientReference !== null) await checkReference(trx, dispatcher, client, input.clientReference);
      const fields = fieldsOfInput({ ...input, client }) as NewOrder;
      const { ubigeo, point } = input.place;
      if (point) await requirePlausible({ db: trx, config: services.config }, dispatcher, { ...point, ubigeo });
      const [inserted] = await insertPlaced(trx, services, dispatcher, { id: randomUUID(), now }, [fields]);
      if (input.place.point) await rememberPin(trx, dispatcher, fields, now);
      return toOrder(await requireOrder(trx, dispatcher, inserted?.id ?? 0));
    }),
  );
}
