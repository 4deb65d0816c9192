import { type Order, type OrderInput } from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useIntentKey } from '../../../shared/http/use-intent-key.ts';
import { announce } from '../../../shared/hooks/announce.ts';
import { ordersKeys } from '../api/orders-keys.ts';
import { createOrder, duplicateOrder, editOrder } from '../api/save-order.ts';

export type OrderSave =
  | { do: 'create'; input: OrderInput }
  | { do: 'duplicate'; id: string; date: string }
  | { do: 'edit'; base: Pick<Order, 'id' | 'version'>; changes: Partial<OrderInput> };

/** Mutation that saves an order and updates lists, counts and its history. */
export function useSaveOrder(officeId: string) {
  const client = useQueryClient();
  const keyOf = useIntentKey();
  return useMutation({
    mutationFn: (save: OrderSave) => {
      if (save.do === 'create') return createOrder(officeId, save.input, keyOf(save.input));
      if (save.do === 'duplicate') return duplicateOrder(officeId, save.id, save.date, keyOf(save));
      return editOrder(officeId, save.base, save.changes);
    },
    onSuccess: (order, save) => {
      announce(save.do === 'edit' ? `Orden ${order.code} guardada` : `Orden ${order.code} creada`);
      void client.invalidateQueries({ queryKey: ordersKeys.lists(officeId) });
      void client.invalidateQueries({ queryKey: ordersKeys.counts(officeId) });
      void client.invalidateQueries({ queryKey: ordersKeys.detail(officeId, order.id) });
    },
  });
}
