import { type Order } from '@despacho/contracts/dispatch';
import { Window } from '../../../shared/ui/Window/Window.tsx';
import { orderCount } from '../../../shared/format/order-count.ts';
import { assignIntent } from '../rules/intents.ts';
import { type UseActions } from '../state/use-actions.ts';
import { ChooseCourier } from './ChooseCourier.tsx';

interface Props {
  orders: readonly Order[];
  actions: UseActions;
  onClose: () => void;
}

/** Dialog to choose the courier for orders: two keys are enough, and the action can be undone. */
export function AssignWindow({ orders, actions, onClose }: Props) {
  const them = orders.length === 1 ? 'la' : 'las';
  const elsewhere = orders.filter(({ courier }) => courier !== null).length;
  return (
    <Window
      title={`Asignar ${orderCount(orders.length)}`}
      lead={
        elsewhere === 0
          ? `Elija quién ${them} lleva. Primero, quienes pueden llevar${them}.`
          : `Elija quién ${them} lleva. ${orderCount(elsewhere)} ya ${elsewhere === 1 ? 'tiene' : 'tienen'} repartidor y ${elsewhere === 1 ? 'pasará' : 'pasarán'} a otro.`
      }
      focus="input"
      onDismiss={onClose}
    >
      <ChooseCourier
        label="Repartidor"
        orders={orders}
        onCancel={onClose}
        onChoose={(courier) => {
          onClose();
          void actions.run(assignIntent(orders, courier));
        }}
      />
    </Window>
  );
}
