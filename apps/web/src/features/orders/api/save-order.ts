import { type Order, type OrderInput, orderOperations } from '@despacho/contracts/dispatch';
import { call } from '../../../shared/http/call.ts';

/** @param key names the intent: sent again with it, the order is not created twice. */
export const createOrder = (officeId: string, input: OrderInput, key: string): Promise<Order> =>
  call(orderOperations['orders.create'], { query: { officeId }, body: input, idempotencyKey: key });

/** @param date the day of the new order. @param key as for `createOrder`. */
export const duplicateOrder = (officeId: string, id: string, date: string, key: string): Promise<Order> =>
  call(orderOperations['orders.duplicate'], {
    params: { id },
    query: { officeId },
    body: { date },
    idempotencyKey: key,
  });

/** @param order as it was when the work began: its version tells whether somebody changed it since. */
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
