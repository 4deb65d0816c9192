import { OrdersPane } from '../orders/OrdersPane.tsx';
import { OrdersState } from '../orders/state/OrdersState.tsx';
import { AssignmentScreenFrame } from './AssignmentScreenFrame.tsx';

/** Asig. Orden: the orders of an office, and who takes them where. */
export function Component() {
  return (
    <OrdersState>
      <AssignmentScreenFrame orders={<OrdersPane />} couriers={null} map={null} />
    </OrdersState>
  );
}
