import { type Correction, nextStates, type Order, ORDER_STATES } from '@despacho/contracts/dispatch';
import { useRef, useState } from 'react';
import { readOutcome } from '#shared/fields/read-outcome.ts';
import { type FieldErrors } from '#shared/fields/remaining-errors.ts';
import { useFieldErrors } from '#shared/fields/use-field-errors.ts';
import { Window } from '#shared/ui/Window/Window.tsx';
import { orderCount } from '#shared/format/order-count.ts';
import { paidOf } from '#shared/fields/paid.ts';
import { type ClosingForm, EMPTY_CLOSING, withTime } from '../rules/closing.ts';
import { correctIntent } from '../rules/intents.ts';
import { type Entries, readEntries, recordedOf, without } from '../rules/route-closing.ts';
import { type Move, movesOf } from '../rules/state-moves.ts';
import { type OrdersDialogProps } from '../state/dialogs.ts';
import { useActions } from '../state/use-actions.ts';
import { ClosingFields } from './ClosingFields.tsx';
import { DeliveriesField } from './DeliveriesField.tsx';
import { RadioList } from '#shared/ui/RadioList/RadioList.tsx';
import { formatTime } from '#shared/format/format-time.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { ReasonNoteField } from './ReasonNoteField.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';

/** The current state is also a choice, to correct only the payments or the reason. */
function labelOf({ to, count }: Move, single: Order | undefined): string {
  if (!single) return `${ORDER_STATES[to]} (${count})`;
  if (to !== single.state) return ORDER_STATES[to];
  return to === 'entregada' ? 'Entregada, con otro cobro' : 'No entregada, con otro motivo';
}

interface CorrectionForm extends ClosingForm {
  to: string;
  why: string;
}

/** Dialog to correct a wrong closing. The history keeps the previous closing, who corrected it and why. */
export function CorrectWindow({ orders, onClose }: OrdersDialogProps) {
  const { run } = useActions();
  const { timeZone } = useDispatchOffice();
  const table = useRef<HTMLDivElement>(null);
  const moves = movesOf(orders, 'correct');
  const single = orders.length === 1 ? orders[0] : undefined;
  const [form, setForm] = useState<CorrectionForm>({
    ...EMPTY_CLOSING,
    // The recorded values, so that only wrong ones need changing.
    ...(single?.collect && { paid: paidOf(single.collect), difference: single.collect.difference ?? '' }),
    reason: single?.reason ?? '',
    to: moves.length === 1 ? (moves[0]?.to ?? '') : '',
    why: '',
  });
  const [entries, setEntries] = useState<Entries>(
    new Map(
      orders.flatMap((order) => {
        const recorded = recordedOf(order);
        return recorded ? [[order.id, recorded] as const] : [];
      }),
    ),
  );
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map());
  const moment = { now: serverNow(), timeZone };
  const affectedBy = (to: string): readonly Order[] =>
    single ? orders : orders.filter(({ state }) => nextStates(state, 'correct').some((each) => each === to));
  const affected = affectedBy(form.to);
  /** Several delivered orders are paid each in its own way. */
  const isTable = !single && form.to === 'entregada' && affected.some(({ collect }) => collect !== null);
  const read = (wanted: CorrectionForm) =>
    withTime(
      readOutcome(wanted.to, single?.collect?.due ?? null, wanted),
      affectedBy(wanted.to),
      // Only a visit has a time.
      wanted.to === 'entregada' || wanted.to === 'no_entregada' ? wanted.time : '',
      moment,
    );
  const wrongIn = (wanted: CorrectionForm): FieldErrors<keyof CorrectionForm> => ({
    ...read(wanted).errors,
    ...(wanted.to === '' && { to: 'Seleccione cómo debe quedar' }),
    ...(wanted.why.trim() === '' && { why: 'Escriba qué estaba mal' }),
  });
  const { ref, errors, showErrors, put } = useFieldErrors(form, setForm, wrongIn);

  const submit = (): void => {
    const errorsOfForm = wrongIn(form);
    showErrors(errorsOfForm);
    const { outcomes, errors: ofRows } = readEntries(isTable ? affected : [], entries, moment);
    setWrong(ofRows);
    if (Object.keys(errorsOfForm).length > 0 || ofRows.size > 0) return;
    onClose();
    const { of } = read(form);
    void run(
      correctIntent(
        affected,
        form.to as Correction['to'],
        form.why.trim(),
        (order) => outcomes.get(order.id) ?? of(order),
      ),
    );
  };

  return (
    <Window
      title={single ? `Corregir ${single.code}` : `Corregir ${orderCount(orders.length)}`}
      lead={
        single
          ? `Ahora está «${ORDER_STATES[single.state]}». La corrección queda a la vista en su historia.`
          : 'La corrección queda a la vista en la historia de cada orden.'
      }
      wide={isTable}
      onDismiss={onClose}
    >
      <WindowForm ref={ref} submitLabel="Corregir" onSubmit={submit} onCancel={onClose}>
        <RadioList
          label="Debe quedar"
          value={form.to}
          options={moves.map((move) => ({ value: move.to, label: labelOf(move, single) }))}
          error={errors.to}
          onChange={(to) => put({ ...form, to })}
        />
        {isTable ? (
          <DeliveriesField
            ref={table}
            label="Órdenes por corregir"
            orders={affected}
            entries={entries}
            problems={wrong}
            emptyTime="Si la deja vacía, queda como está"
            onChange={(next, changed) => {
              setEntries(next);
              setWrong(without(wrong, changed));
            }}
          />
        ) : (
          <ClosingFields
            to={form.to}
            orders={affected}
            form={form}
            errors={errors}
            emptyTime={
              single && single.closedAt !== null
                ? `Si la deja vacía, queda como está: ${formatTime(single.closedAt, timeZone)}`
                : 'Si la deja vacía, queda como está'
            }
            onChange={(closing) => put({ ...form, ...closing })}
          />
        )}
        <ReasonNoteField
          label="Qué estaba mal"
          value={form.why}
          error={errors.why}
          onChange={(why) => put({ ...form, why })}
        />
      </WindowForm>
    </Window>
  );
}
