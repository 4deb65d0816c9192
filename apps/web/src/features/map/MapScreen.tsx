import { DISPATCH_ACCESS } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { MapView } from '../../map/MapView.tsx';
import { officeView } from '../../map/office-view.ts';
import { officesQuery } from '../../shared/queries/offices-query.ts';
import { OrdersState } from '../orders/state/OrdersState.tsx';
import { useMayUse, useSession } from '../session/session.ts';
import { MapDesk } from './components/MapDesk.tsx';
import styles from './MapScreen.module.css';

/** Couriers and open orders on the map of the office; the bare map for those who are not told of orders. */
export function Component() {
  const mayUse = useMayUse();
  if (!mayUse(DISPATCH_ACCESS['orders.list'])) return <BareMap />;
  return (
    <OrdersState>
      <MapDesk />
    </OrdersState>
  );
}

function BareMap() {
  const { officeId } = useSession();
  const { data: offices } = useQuery(officesQuery);
  const office = offices?.find(({ id }) => id === officeId.id);
  return (
    <div className={styles['bare']}>
      <MapView {...officeView(office?.name ?? officeId.id)} label="Mapa de la oficina" />
      <p className={styles['note']}>
        <strong>Solo el territorio.</strong> Los repartidores y las órdenes los ve quien tiene también la sección Asig.
        Orden(B).
      </p>
    </div>
  );
}
