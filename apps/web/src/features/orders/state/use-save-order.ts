import { type Order, type OrderInput, orderOperations } from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { useIntentKey } from '#shared/http/use-intent-key.ts';
import { announce } from '#shared/hooks/announce.ts';
import { ordersKeys } from '#shared/queries/orders-keys.ts';
import { refreshOwnOrders } from '../api/refresh-orders.ts';

type OrderSave =
  | { do: 'create'; input: OrderInput }
  | { do: 'duplicate'; id: string; date: string }
  /** With the version of the order when editing began, which detects changes by others. */
  | { do: 'edit'; base: Pick<Order, 'id' | 'version'>; changes: Partial<OrderInput> };

/** Mutation that saves an order and updates lists, counts and its history. */
export function useSaveOrder(officeId: string) {
  const client = useQueryClient();
  // The same for each retry, so that a lost response does not create the order twice.
  const keyOf = useIntentKey();
  const query = { officeId };
  return useMutation({
    mutationFn: (save: OrderSave) => {
      if (save.do === 'create') {
        const { input } = save;
        return call(orderOperations['orders.create'], { query, body: input, idempotencyKey: keyOf(input) });
      }
      if (save.do === 'duplicate') {
        const { id, date } = save;
        const options = { params: { id }, query, body: { date }, idempotencyKey: keyOf(save) };
        return call(orderOperations['orders.duplicate'], options);
      }
      const { base, changes } = save;
      const body = { version: base.version, changes };
      return call(orderOperations['orders.edit'], { params: { id: base.id }, query, body });
    },
    onSuccess: (order, save) => {
      announce(save.do === 'edit' ? `Orden ${order.code} guardada` : `Orden ${order.code} creada`);
      void refreshOwnOrders(client, officeId, [order.id]);
      void client.invalidateQueries({ queryKey: ordersKeys.counts(officeId) });
      void client.invalidateQueries({ queryKey: ordersKeys.detail(officeId, order.id) });
    },
  });
}
