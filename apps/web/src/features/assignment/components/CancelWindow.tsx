import { type Order } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { Window } from '../../../shared/ui/Window.tsx';
import { orderCount } from '../../../shared/format/order-count.ts';
import { cancelIntent } from '../rules/intents.ts';
import { type UseActions } from '../state/use-actions.ts';
import { WhyField } from './WhyField.tsx';
import { WindowForm } from '../../../shared/ui/WindowForm.tsx';

interface Props {
  orders: readonly Order[];
  actions: UseActions;
  onClose: () => void;
}

/** Cancels orders for a reason. Nobody is visited any more. */
export function CancelWindow({ orders, actions, onClose }: Props) {
  const [why, setWhy] = useState('');
  const [error, setError] = useState<string>();
  return (
    <Window
      title={`¿Anular ${orderCount(orders.length)}?`}
      lead={
        orders.length === 1
          ? 'Deja la ruta de su repartidor y ya no se visita. Si está en ruta o cerrada, se queda como está.'
          : 'Dejan la ruta de su repartidor y ya no se visitan. Las que están en ruta o cerradas se quedan como están.'
      }
      focus="textarea"
      onDismiss={onClose}
    >
      <WindowForm
        danger
        submitLabel={`Anular ${orderCount(orders.length)}`}
        onSubmit={() => {
          if (why.trim() === '') {
            setError('Escriba por qué se anula');
            return;
          }
          onClose();
          void actions.run(cancelIntent(orders, why.trim()));
        }}
        onCancel={onClose}
      >
        <WhyField label="Por qué" value={why} error={error} onChange={setWhy} />
      </WindowForm>
    </Window>
  );
}
