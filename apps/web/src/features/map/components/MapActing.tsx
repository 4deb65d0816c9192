import { type Courier } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { couriersOn } from '#features/couriers/api/couriers-query.ts';
import { OrderDrag } from '#features/dispatch-desk/components/OrderDrag.tsx';
import { SelectionActions } from '#features/dispatch-desk/components/SelectionActions.tsx';
import { SelectionBar } from '#features/orders/components/SelectionBar.tsx';
import { type MapOrder } from '#features/orders/rules/map-order.ts';
import { useDeskDay } from '#features/orders/state/use-desk-day.ts';
import { useDispatchOffice, useSelection } from '#features/orders/state/use-orders-state.ts';

interface Props {
  orders: readonly MapOrder[];
  couriers: readonly Courier[];
}

/** Actions on the selected orders of the map: the bar, and the drag to a courier. */
export function MapActing({ orders, couriers }: Props) {
  const { officeId } = useDispatchOffice();
  const { ids } = useSelection();
  // The loads, only while they can change.
  const { data: loads } = useQuery({ ...couriersOn(officeId, useDeskDay()), enabled: ids.size > 0 });
  return (
    <>
      <SelectionBar>
        <SelectionActions />
      </SelectionBar>
      <OrderDrag listed={orders} couriers={loads ?? couriers} />
    </>
  );
}
