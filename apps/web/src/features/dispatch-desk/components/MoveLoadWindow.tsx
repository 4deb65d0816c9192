import { type Courier } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { Window } from '../../../shared/ui/Window/Window.tsx';
import { stopsQuery } from '../../orders/api/stops-query.ts';
import { orderCount } from '../../../shared/format/order-count.ts';
import { useDispatchOffice } from '../../orders/state/use-orders-state.ts';
import { moveLoadIntent } from '../rules/intents.ts';
import { type UseActions } from '../state/use-actions.ts';
import { ChooseCourier } from './ChooseCourier.tsx';

interface Props {
  from: Courier;
  actions: UseActions;
  onClose: () => void;
}

/** Dialog to move a courier's whole load to another courier. */
export function MoveLoadWindow({ from, actions, onClose }: Props) {
  const { officeId } = useDispatchOffice();
  const stops = useQuery(stopsQuery(officeId, from.id));
  return (
    <Window
      title={`Mover la carga de ${from.name}`}
      lead={`${orderCount(from.load.orders)} ${from.load.orders === 1 ? 'pasa' : 'pasan'} a quien elija, después de sus propias paradas y en el mismo orden.`}
      focus="input"
      onDismiss={onClose}
    >
      <ChooseCourier
        label="Nuevo repartidor"
        orders={stops.data ?? []}
        without={from.id}
        onCancel={onClose}
        onChoose={(to) => {
          onClose();
          void actions.run(moveLoadIntent(from, to));
        }}
      />
    </Window>
  );
}
