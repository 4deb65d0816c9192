import { useQuery } from '@tanstack/react-query';
import { couriersOn } from '#features/couriers/api/couriers-query.ts';
import { OrderDrag } from '#features/dispatch-desk/components/OrderDrag.tsx';
import { SelectionActions } from '#features/dispatch-desk/components/SelectionActions.tsx';
import { SelectionBar } from '#features/orders/components/SelectionBar.tsx';
import { type MapOrder } from '#features/orders/rules/map-order.ts';
import { useDeskDay } from '#features/orders/state/use-desk-day.ts';
import { useDispatchOffice, useSelection } from '#features/orders/state/use-orders-state.ts';

/** Actions on the selected orders of the map: the bar, and the drag to a courier. */
export function MapActing({ orders }: { orders: readonly MapOrder[] }) {
  const { officeId } = useDispatchOffice();
  const { ids } = useSelection();
  const { data: couriers } = useQuery({
    ...couriersOn(officeId, useDeskDay()),
    // Their loads matter while orders are about to be assigned; otherwise one reading is enough.
    enabled: ({ state }) => ids.size > 0 || state.data === undefined,
  });
  return (
    <>
      <SelectionBar>
        <SelectionActions />
      </SelectionBar>
      <OrderDrag listed={orders} couriers={couriers} />
    </>
  );
}
