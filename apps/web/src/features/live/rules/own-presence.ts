import { type Doing } from '@despacho/contracts/dispatch';
import { type OrderWindow } from '../../orders/rules/order-window.ts';

/**
 * @param window what stands open beside the list.
 * @param chosen ids of the chosen orders.
 * @returns what to tell the others: whoever writes in an order is in its way most, then whoever is about to give it away.
 */
export function ownPresence(
  window: OrderWindow | null,
  chosen: ReadonlySet<string>,
): { doing: Doing; orders: readonly string[] } {
  if (window?.kind === 'edit') return { doing: 'editando', orders: [window.id] };
  if (chosen.size > 0) return { doing: 'asignando', orders: [...chosen] };
  return { doing: 'viendo', orders: window?.kind === 'detail' ? [window.id] : [] };
}
