import { type Closing, type Correction, nextStates, type Order, ORDER_STATES } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { type FieldErrors } from '#shared/fields/remaining-errors.ts';
import { useFieldErrors } from '#shared/fields/use-field-errors.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatTime } from '#shared/format/format-time.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { RadioList } from '#shared/ui/RadioList/RadioList.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import {
  type ClosingErrors,
  type ClosingForm,
  closingLabel,
  deliveredBy,
  EMPTY_CLOSING,
  readEntries,
  recordedEntry,
  recordedForm,
} from '../rules/closing.ts';
import { closeIntent, correctIntent } from '../rules/intents.ts';
import { type Move, movesOf } from '../rules/state-moves.ts';
import { type OrdersDialogProps } from '../state/dialogs.ts';
import { useActions } from '../state/use-actions.ts';
import { useEntries } from '../state/use-entries.ts';
import { ClosingFields } from './ClosingFields.tsx';
import { DeliveriesField } from './DeliveriesField.tsx';
import { ReasonNoteField } from './ReasonNoteField.tsx';

interface Form extends ClosingForm {
  /** Empty until one is chosen. */
  to: string;
  /** What a correction corrects. */
  why: string;
}

const LEADS = {
  entregada: 'Diga cómo se pagó lo que había que cobrar.',
  no_entregada: 'Diga por qué no se pudo entregar.',
} as const satisfies Record<Closing['to'], string>;

/** The current state is also a choice, to correct only the payments or the reason. */
function labelOf({ to, count }: Move, single: Order | undefined): string {
  if (!single) return `${ORDER_STATES[to]} (${count})`;
  if (to !== single.state) return ORDER_STATES[to];
  return to === 'entregada' ? 'Entregada, con otro cobro' : 'No entregada, con otro motivo';
}

function titleOf(to: Closing['to'] | undefined, orders: readonly Order[], single: Order | undefined): string {
  if (to === undefined) return `Corregir ${single?.code ?? orderCount(orders.length)}`;
  return single ? `${single.code}: ${ORDER_STATES[to]}` : `${ORDER_STATES[to]}: ${orderCount(orders.length)}`;
}

/** @param others how many of the selected orders cannot be delivered. */
function leadOf(to: Closing['to'] | undefined, single: Order | undefined, others: number): string {
  if (single)
    return to === undefined
      ? `Ahora está «${ORDER_STATES[single.state]}». La corrección queda a la vista en su historia.`
      : LEADS[to];
  if (to === undefined) return 'La corrección queda a la vista en la historia de cada orden.';
  if (to === 'no_entregada') return `${LEADS[to]} Vale para todas las seleccionadas.`;
  return `Diga cómo pagó cada una.${others === 0 ? '' : ` ${others === 1 ? 'La otra seleccionada no se puede' : `Las otras ${formatNumber(others)} seleccionadas no se pueden`} entregar ahora.`}`;
}

/**
 * Dialog to close orders: as delivered, each with its payments, or as not delivered with a reason. Without `to` it
 * corrects wrong closings; the history keeps the previous closing, who corrected it and why.
 */
export function CloseWindow({ to, orders, onClose }: OrdersDialogProps & { to: Closing['to'] | undefined }) {
  const isCorrection = to === undefined;
  const by = isCorrection ? 'correct' : 'close';
  const { run } = useActions();
  const { timeZone } = useDispatchOffice();
  const moves = movesOf(orders, by);
  const single = orders.length === 1 ? orders[0] : undefined;
  const [form, setForm] = useState<Form>({
    // The recorded values, so that only what is wrong needs changing.
    ...(isCorrection && single ? recordedForm(single) : EMPTY_CLOSING),
    to: to ?? (moves.length === 1 ? (moves[0]?.to ?? '') : ''),
    why: '',
  });
  const { table, read } = useEntries(
    new Map(
      orders.flatMap((order) => {
        const entry = isCorrection ? recordedEntry(order) : order.collect ? undefined : deliveredBy(order, 'efectivo');
        return entry ? [[order.id, entry] as const] : [];
      }),
    ),
  );
  const affectedBy = (state: string): readonly Order[] =>
    single || to === 'no_entregada'
      ? orders
      : orders.filter((order) => nextStates(order.state, by).some((each) => each === state));
  /** Whether several orders are delivered, each paid in its own way. */
  const isTableOf = (state: string): boolean =>
    !single && state === 'entregada' && (!isCorrection || affectedBy(state).some(({ collect }) => collect !== null));
  const readForm = (wanted: Form) =>
    readEntries(isTableOf(wanted.to) ? [] : affectedBy(wanted.to), () => wanted, { now: serverNow(), timeZone });
  const wrongIn = (wanted: Form): FieldErrors<keyof Form> => ({
    ...(Object.assign({}, ...readForm(wanted).errors.values()) as ClosingErrors),
    ...(wanted.to === '' && { to: 'Seleccione cómo debe quedar' }),
    ...(isCorrection && wanted.why.trim() === '' && { why: 'Escriba qué estaba mal' }),
  });
  const { ref, errors, showErrors, put } = useFieldErrors(form, setForm, wrongIn);
  const affected = affectedBy(form.to);
  const isTable = isTableOf(form.to);

  const submit = (): void => {
    const wrong = wrongIn(form);
    showErrors(wrong);
    const { of, errors: ofRows } = isTable ? read(affected) : readForm(form);
    if (Object.keys(wrong).length > 0 || ofRows.size > 0) return;
    onClose();
    void run(
      isCorrection
        ? correctIntent(affected, form.to as Correction['to'], form.why.trim(), of)
        : closeIntent(affected, (order) => ({ to, ...of(order) })),
    );
  };
  const closedAt = single?.closedAt ?? null;
  const unchanged = `Si la deja vacía, queda como está${closedAt === null || isTable ? '' : `: ${formatTime(closedAt, timeZone)}`}`;
  const emptyTime = isCorrection ? unchanged : undefined;

  return (
    <Window
      title={titleOf(to, isCorrection ? orders : affected, single)}
      lead={leadOf(to, single, orders.length - affected.length)}
      wide={isTable}
      {...(isTable && !isCorrection && { focus: '[data-stop]' })}
      onDismiss={onClose}
    >
      <WindowForm
        ref={ref}
        submitLabel={isCorrection ? 'Corregir' : closingLabel(to, affected.length)}
        onSubmit={submit}
        onCancel={onClose}
      >
        {isCorrection && (
          <RadioList
            label="Debe quedar"
            value={form.to}
            options={moves.map((move) => ({ value: move.to, label: labelOf(move, single) }))}
            error={errors.to}
            onChange={(state) => put({ ...form, to: state })}
          />
        )}
        {isTable ? (
          <DeliveriesField
            {...table}
            label={`Órdenes por ${isCorrection ? 'corregir' : 'entregar'}`}
            orders={affected}
            emptyTime={emptyTime}
          />
        ) : (
          <ClosingFields
            to={form.to}
            orders={affected}
            form={form}
            errors={errors}
            emptyTime={emptyTime}
            onChange={(closing) => put({ ...form, ...closing })}
          />
        )}
        {isCorrection && (
          <ReasonNoteField
            label="Qué estaba mal"
            value={form.why}
            error={errors.why}
            onChange={(why) => put({ ...form, why })}
          />
        )}
      </WindowForm>
    </Window>
  );
}
