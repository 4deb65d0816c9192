import { orderCount } from '../../../shared/format/order-count.ts';
import { assignIntent } from '../rules/intents.ts';
import { type OrdersDialogProps } from '../state/dialogs.ts';
import { useActions } from '../state/use-actions.ts';
import { CourierWindow } from './CourierWindow.tsx';

/** Dialog to choose the courier for orders: two keys are enough, and the action can be undone. */
export function AssignWindow({ orders, onClose }: OrdersDialogProps) {
  const { run } = useActions();
  const them = orders.length === 1 ? 'la' : 'las';
  const elsewhere = orders.filter(({ courier }) => courier !== null).length;
  return (
    <CourierWindow
      title={`Asignar ${orderCount(orders.length)}`}
      lead={
        elsewhere === 0
          ? `Seleccione quién ${them} lleva. Primero, quienes pueden llevar${them}.`
          : `Seleccione quién ${them} lleva. ${orderCount(elsewhere)} ya ${elsewhere === 1 ? 'tiene' : 'tienen'} repartidor y ${elsewhere === 1 ? 'pasará' : 'pasarán'} a otro.`
      }
      orders={orders}
      onChoose={(courier) => void run(assignIntent(orders, courier))}
      onClose={onClose}
    />
  );
}
