import { type Courier } from '@despacho/contracts/dispatch';
import { useSelection } from '#features/orders/state/use-orders-state.ts';
import { assignIntent } from '../rules/intents.ts';
import { useActions } from './use-actions.ts';
import { type Drag, type DraggedOrder, useOrderDrag } from './use-order-drag.ts';

/**
 * Assigns orders that are dropped on a courier: the selection, or one order outside of it.
 * @param listed the orders shown. @param couriers those shown; undefined while they load.
 */
export function useAssignByDrag(listed: readonly DraggedOrder[], couriers: readonly Courier[] | undefined) {
  const { orders, ids } = useSelection();
  const { run } = useActions();
  const courierOf = (wanted: string | null): Courier | undefined => couriers?.find(({ id }) => id === wanted);
  const assign = (given: readonly DraggedOrder[], courierId: string): void => {
    const courier = courierOf(courierId);
    if (courier) void run(assignIntent(given, courier));
  };
  const drag: Drag | null = useOrderDrag({
    ordersOf: (rowId) => (ids.has(rowId) ? orders : listed.filter(({ id }) => id === rowId)),
    onDrop: assign,
  });
  return { assign, drag, aimed: drag ? courierOf(drag.courierId) : undefined };
}
