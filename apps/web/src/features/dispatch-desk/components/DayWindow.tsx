import { day, type Order } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { useFieldErrors } from '#shared/fields/use-field-errors.ts';
import { dayAfter, formatDay, formatWeekday } from '#shared/format/format-day.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { DateField } from '#shared/ui/DateField/DateField.tsx';
import { Segmented } from '#shared/ui/Segmented/Segmented.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { useToday } from '#shared/hooks/use-today.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { rescheduleIntent, stateIntent } from '../rules/intents.ts';
import { reschedulable, revisitable } from '../rules/state-moves.ts';
import { type OrdersDialogProps } from '../state/dialogs.ts';
import { useActions } from '../state/use-actions.ts';

interface Props extends OrdersDialogProps {
  /** Whether orders not delivered get a new visit; otherwise open orders are moved to another day. */
  isVisit: boolean;
}

/** @returns the day that all of the orders' recipients asked for, if it has not passed. */
function wantedDay(orders: readonly Order[], today: string): string | undefined {
  const days = new Set(orders.map(({ wanted }) => wanted));
  const [only] = days;
  return days.size === 1 && only && only >= today ? only : undefined;
}

/** @returns what happens to the orders, in addition to their new day. */
function leadOf(isVisit: boolean, orders: readonly Order[], count: number, today: string): string {
  const others = orders.length - count;
  const rest =
    others === 0
      ? ''
      : others === 1
        ? ' La otra se queda como está.'
        : ` Las otras ${formatNumber(others)} se quedan como están.`;
  if (isVisit) {
    const wanted = orders.flatMap((order) => order.wanted ?? []);
    const [first] = wanted;
    const asked =
      first === undefined
        ? ''
        : wanted.length === 1
          ? `${orders.length === 1 ? 'El' : 'Un'} destinatario pidió que vuelvan el ${formatWeekday(first)}. `
          : `${formatNumber(wanted.length)} destinatarios pidieron otra fecha. `;
    return `${asked}${count === 1 ? 'Vuelve' : 'Vuelven'} a pendientes, sin repartidor.${rest}`;
  }
  const [only] = orders;
  const now = only && orders.length === 1 ? `Ahora es para el ${formatDay(only.date, today)}. ` : '';
  return `${now}${count === 1 ? 'Conserva' : 'Conservan'} su repartidor y su horario.${rest}`;
}

/**
 * Dialog to choose the day of a new visit, or another day for open orders. The day that the recipient asked for is
 * suggested, otherwise tomorrow.
 */
export function DayWindow({ isVisit, orders, onClose }: Props) {
  const { run } = useActions();
  const { timeZone } = useDispatchOffice();
  const today = useToday(timeZone);
  const failed = revisitable(orders);
  const [form, setForm] = useState({ date: wantedDay(isVisit ? failed : [], today) ?? dayAfter(today, 1) });
  const wrongIn = ({ date }: typeof form): { date?: string } => {
    if (!day.safeParse(date).success)
      return { date: 'Escriba el día, como 24/11/2026, o selecciónelo en el calendario' };
    return date < today ? { date: 'Ese día ya pasó; seleccione hoy o uno posterior' } : {};
  };
  const { ref, errors, showErrors, put } = useFieldErrors(form, setForm, wrongIn);
  const count = isVisit ? failed.length : reschedulable(orders).length;
  const quick = { [today]: 'Hoy', [dayAfter(today, 1)]: 'Mañana', [dayAfter(today, 2)]: 'Pasado mañana' };
  const isDay = wrongIn(form).date === undefined;
  const what = isVisit ? 'Nueva visita' : 'Reprogramar';
  return (
    <Window
      title={orders.length === 1 ? `${what}: ${orders[0]?.code ?? ''}` : `${what}: ${orderCount(orders.length)}`}
      lead={leadOf(isVisit, orders, count, today)}
      onDismiss={onClose}
    >
      <WindowForm
        ref={ref}
        submitLabel={isDay ? `${what} ${isVisit ? 'el' : 'al'} ${formatDay(form.date, today)}` : what}
        onSubmit={() => {
          const wrong = wrongIn(form);
          showErrors(wrong);
          if (wrong.date !== undefined) return;
          onClose();
          const { date } = form;
          void run(isVisit ? stateIntent(orders, { to: 'pendiente', date }) : rescheduleIntent(orders, date));
        }}
        onCancel={onClose}
      >
        <Segmented
          fills
          label="Día"
          options={quick}
          value={form.date in quick ? form.date : null}
          onChange={(date) => put({ date })}
        />
        <DateField
          label={isVisit ? 'Día de la visita' : 'Día de entrega'}
          value={form.date}
          today={today}
          min={today}
          error={errors.date}
          hint={isDay ? formatWeekday(form.date) : undefined}
          onChange={(date) => put({ date })}
        />
      </WindowForm>
    </Window>
  );
}
