import { type Closing, type Order, ORDER_STATES } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { useFieldErrors } from '../../../shared/fields/use-field-errors.ts';
import { Window } from '../../../shared/ui/Window/Window.tsx';
import { orderCount } from '../../../shared/format/order-count.ts';
import { type ClosingForm, closingLabel, EMPTY_CLOSING, readClosing } from '../rules/closing.ts';
import { closeIntent } from '../rules/intents.ts';
import { type UseActions } from '../state/use-actions.ts';
import { ClosingFields } from './ClosingFields.tsx';
import { WindowForm } from '../../../shared/ui/Window/WindowForm.tsx';

interface Props {
  to: Closing['to'];
  orders: readonly Order[];
  actions: UseActions;
  onClose: () => void;
}

/** Dialog to close orders: delivered with the payment, or not delivered with a reason. */
export function CloseWindow({ to, orders, actions, onClose }: Props) {
  const [form, setForm] = useState(EMPTY_CLOSING);
  const { ref, errors, showErrors, put } = useFieldErrors(
    form,
    setForm,
    (wanted: ClosingForm) => readClosing(to, orders, wanted).errors,
  );
  const submit = (): void => {
    const read = readClosing(to, orders, form);
    showErrors(read.errors);
    if (Object.keys(read.errors).length > 0) return;
    onClose();
    void actions.run(closeIntent(orders, (order) => ({ to, ...read.of(order) })));
  };
  const name = ORDER_STATES[to];
  const [asked, forAll] =
    to === 'entregada'
      ? ['Diga cómo se pagó lo que había que cobrar.', ' Las que no tienen cobro pasan igual.']
      : ['Diga por qué no se pudo entregar.', ' Vale para todas las elegidas.'];
  return (
    <Window
      title={orders.length === 1 ? `${orders[0]?.code ?? ''}: ${name}` : `${name}: ${orderCount(orders.length)}`}
      lead={asked + (orders.length === 1 ? '' : forAll)}
      focus="input"
      onDismiss={onClose}
    >
      <WindowForm ref={ref} submitLabel={closingLabel(to, orders.length)} onSubmit={submit} onCancel={onClose}>
        <ClosingFields to={to} orders={orders} form={form} errors={errors} onChange={put} />
      </WindowForm>
    </Window>
  );
}
