import { orderCount } from '#shared/format/order-count.ts';
import { assignIntent } from '../rules/intents.ts';
import { type OrdersDialogProps } from '../state/dialogs.ts';
import { dayWord } from '#shared/format/working-day.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { ordersByDay } from '../rules/orders-by-day.ts';
import { useActions } from '../state/use-actions.ts';
import { CourierWindow } from './CourierWindow.tsx';

/** Dialog to choose the courier for orders: two keys are enough, and the action can be undone. */
export function AssignWindow({ orders, onClose }: OrdersDialogProps) {
  const { run } = useActions();
  const today = useToday(useDispatchOffice().timeZone);
  const days = ordersByDay(orders, today);
  const [first] = days;
  // Without a word, they are for today.
  const when =
    days.length > 1
      ? ` Son ${days.map(([day, some]) => `${formatNumber(some.length)} para ${dayWord(day, today)}`).join(' y ')}: la carga se cuenta por día.`
      : first && first[0] !== today
        ? ` ${orders.length === 1 ? 'Es' : 'Son'} para ${dayWord(first[0], today)}.`
        : '';
  const them = orders.length === 1 ? 'la' : 'las';
  const elsewhere = orders.filter(({ courier }) => courier !== null).length;
  return (
    <CourierWindow
      title={`Asignar ${orderCount(orders.length)}`}
      lead={
        (elsewhere === 0
          ? `Seleccione quién ${them} lleva. Primero, quienes pueden llevar${them}.`
          : `Seleccione quién ${them} lleva. ${orderCount(elsewhere)} ya ${elsewhere === 1 ? 'tiene' : 'tienen'} repartidor y ${elsewhere === 1 ? 'pasará' : 'pasarán'} a otro.`) +
        when
      }
      orders={orders}
      isRanked
      onChoose={(courier) => void run(assignIntent(orders, courier))}
      onClose={onClose}
    />
  );
}
