import { type Order, type OrderInput, orderOperations } from '@despacho/contracts/dispatch';
import { call } from '../../../shared/http/call.ts';

/** @param key the same for each retry, so that a lost response does not create the order twice. */
export const createOrder = (officeId: string, input: OrderInput, key: string): Promise<Order> =>
  call(orderOperations['orders.create'], { query: { officeId }, body: input, idempotencyKey: key });

/** @param date of the new order. @param key as for `createOrder`. */
export const duplicateOrder = (officeId: string, id: string, date: string, key: string): Promise<Order> =>
  call(orderOperations['orders.duplicate'], {
    params: { id },
    query: { officeId },
    body: { date },
    idempotencyKey: key,
  });

/** @param order as it was when editing began; its version detects changes by others. */
export const editOrder = (
  officeId: string,
  { id, version }: Pick<Order, 'id' | 'version'>,
  changes: Partial<OrderInput>,
): Promise<Order> =>
  call(orderOperations['orders.edit'], {
    params: { id },
    query: { officeId },
    body: { version, changes },
  });
