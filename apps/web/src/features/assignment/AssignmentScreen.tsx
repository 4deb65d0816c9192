import { OrdersMapPane } from '../orders/map/OrdersMapPane.tsx';
import { OrdersPane } from '../orders/OrdersPane.tsx';
import { OrdersState } from '../orders/state/OrdersState.tsx';
import { AssignmentActions } from './AssignmentActions.tsx';
import { AssignmentScreenFrame } from './AssignmentScreenFrame.tsx';
import { CouriersSide } from './components/CouriersSide.tsx';

/** Asig. Orden: the orders of an office, and who takes them where. */
export function Component() {
  return (
    <OrdersState>
      <AssignmentActions>
        <AssignmentScreenFrame orders={<OrdersPane />} couriers={<CouriersSide />} map={<OrdersMapPane />} />
      </AssignmentActions>
    </OrdersState>
  );
}
