import { type Courier } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { orderCount } from '#shared/format/order-count.ts';
import { dayWord } from '#shared/format/working-day.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { type LoadDay, stopsQuery } from '#features/orders/api/stops-query.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { moveLoadIntent } from '../rules/intents.ts';
import { useOpenDialog } from '../state/dialogs.ts';
import { useActions } from '../state/use-actions.ts';
import { CourierWindow } from './CourierWindow.tsx';

interface Props {
  from: Courier;
  load: LoadDay;
  onClose: () => void;
}

/** Dialog to move a courier's load of a day to another courier, or to open the dialog that splits it. */
export function MoveLoadWindow({ from, load, onClose }: Props) {
  const { officeId } = useDispatchOffice();
  const { run } = useActions();
  const openDialog = useOpenDialog();
  const stops = useQuery(stopsQuery(officeId, from.id, load));
  return (
    <CourierWindow
      title={`Mover la carga de ${from.name}`}
      lead={`${orderCount(from.load.orders)} para ${dayWord(load.day, load.today)} ${from.load.orders === 1 ? 'pasa' : 'pasan'} a quien seleccione, después de sus propias paradas y en el mismo orden.`}
      label="Nuevo repartidor"
      orders={stops.data ?? []}
      day={load.day}
      without={from.id}
      tools={
        from.load.orders > 1 && (
          <Button onClick={() => openDialog({ kind: 'split', from, load })}>Repartir entre varios…</Button>
        )
      }
      onChoose={(to) => void run(moveLoadIntent(from, to, load))}
      onClose={onClose}
    />
  );
}
