import { TellPresence } from '../live/TellPresence.tsx';
import { OrderBeside } from '../orders/OrderBeside.tsx';
import { OrdersMapPane } from '../orders/map/OrdersMapPane.tsx';
import { OrdersPane } from '../orders/OrdersPane.tsx';
import { OrdersTools } from '../orders/OrdersTools.tsx';
import { OrdersState } from '../orders/state/OrdersState.tsx';
import { ViewsMenu } from '../views/components/ViewsMenu.tsx';
import { AssignmentActions } from './AssignmentActions.tsx';
import { AssignmentScreenFrame } from './AssignmentScreenFrame.tsx';
import { CouriersSide } from './components/CouriersSide.tsx';
import { FilesMenu } from './components/FilesMenu.tsx';
import { OrderActions, SelectionActions } from './components/SelectionActions.tsx';

/** Asig. Orden: the orders of an office, and who takes them where. */
export function Component() {
  return (
    <OrdersState>
      <TellPresence />
      <AssignmentActions>
        <OrdersTools>
          <ViewsMenu />
          <FilesMenu />
        </OrdersTools>
        <AssignmentScreenFrame
          orders={<OrdersPane actions={<SelectionActions />} />}
          couriers={<CouriersSide />}
          map={<OrdersMapPane />}
          beside={<OrderBeside Actions={OrderActions} />}
        />
      </AssignmentActions>
    </OrdersState>
  );
}
