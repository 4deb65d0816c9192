import { type Closing, ORDER_STATES } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { readOutcome } from '#shared/fields/read-outcome.ts';
import { useFieldErrors } from '#shared/fields/use-field-errors.ts';
import { Window } from '#shared/ui/Window/Window.tsx';
import { orderCount } from '#shared/format/order-count.ts';
import { type ClosingForm, closingLabel, EMPTY_CLOSING, withTime } from '../rules/closing.ts';
import { closeIntent } from '../rules/intents.ts';
import { type OrdersDialogProps } from '../state/dialogs.ts';
import { useActions } from '../state/use-actions.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { ClosingFields } from './ClosingFields.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';

/** Dialog to close an order as delivered with its payments, or orders as not delivered with a reason. */
export function CloseWindow({ to, orders, onClose }: OrdersDialogProps & { to: Closing['to'] }) {
  const { run } = useActions();
  const { timeZone } = useDispatchOffice();
  const single = orders.length === 1 ? orders[0] : undefined;
  const [form, setForm] = useState(EMPTY_CLOSING);
  const read = (wanted: ClosingForm) =>
    withTime(readOutcome(to, single?.collect?.due ?? null, wanted), orders, wanted.time, {
      now: serverNow(),
      timeZone,
    });
  const { ref, errors, showErrors, put } = useFieldErrors(form, setForm, (wanted: ClosingForm) => read(wanted).errors);
  const submit = (): void => {
    const { of, errors: wrong } = read(form);
    showErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    onClose();
    void run(closeIntent(orders, (order) => ({ to, ...of(order) })));
  };
  const name = ORDER_STATES[to];
  const asked = to === 'entregada' ? 'Diga cómo se pagó lo que había que cobrar.' : 'Diga por qué no se pudo entregar.';
  return (
    <Window
      title={single ? `${single.code}: ${name}` : `${name}: ${orderCount(orders.length)}`}
      lead={single ? asked : `${asked} Vale para todas las seleccionadas.`}
      onDismiss={onClose}
    >
      <WindowForm ref={ref} submitLabel={closingLabel(to, orders.length)} onSubmit={submit} onCancel={onClose}>
        <ClosingFields to={to} orders={orders} form={form} errors={errors} onChange={put} />
      </WindowForm>
    </Window>
  );
}
