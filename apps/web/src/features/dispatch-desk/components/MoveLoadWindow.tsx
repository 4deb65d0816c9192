import { type Courier } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { orderCount } from '../../../shared/format/order-count.ts';
import { stopsQuery } from '../../orders/api/stops-query.ts';
import { useDispatchOffice } from '../../orders/state/use-orders-state.ts';
import { moveLoadIntent } from '../rules/intents.ts';
import { useActions } from '../state/use-actions.ts';
import { CourierWindow } from './CourierWindow.tsx';

/** Dialog to move a courier's whole load to another courier. */
export function MoveLoadWindow({ from, onClose }: { from: Courier; onClose: () => void }) {
  const { officeId } = useDispatchOffice();
  const { run } = useActions();
  const stops = useQuery(stopsQuery(officeId, from.id));
  return (
    <CourierWindow
      title={`Mover la carga de ${from.name}`}
      lead={`${orderCount(from.load.orders)} ${from.load.orders === 1 ? 'pasa' : 'pasan'} a quien seleccione, después de sus propias paradas y en el mismo orden.`}
      label="Nuevo repartidor"
      orders={stops.data ?? []}
      without={from.id}
      onChoose={(to) => void run(moveLoadIntent(from, to))}
      onClose={onClose}
    />
  );
}
