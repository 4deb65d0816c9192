import { type Correction, type Order, ORDER_STATES } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { type FieldErrors } from '../../../shared/fields/remaining-errors.ts';
import { useFieldErrors } from '../../../shared/fields/use-field-errors.ts';
import { Window } from '../../../shared/ui/Window/Window.tsx';
import { orderCount } from '../../../shared/format/order-count.ts';
import { type ClosingForm, EMPTY_CLOSING, paidOf, readClosing, withTime } from '../rules/closing.ts';
import { correctIntent } from '../rules/intents.ts';
import { type Move, movesOf } from '../rules/state-moves.ts';
import { type UseActions } from '../state/use-actions.ts';
import { ClosingFields } from './ClosingFields.tsx';
import { RadioList } from '../../../shared/ui/RadioList/RadioList.tsx';
import { formatTime } from '../../../shared/format/format-time.ts';
import { serverNow } from '../../../shared/http/server-clock.ts';
import { useDispatchOffice } from '../../orders/state/use-orders-state.ts';
import { VisitTimeField } from './VisitTimeField.tsx';
import { ReasonNoteField } from './ReasonNoteField.tsx';
import { WindowForm } from '../../../shared/ui/Window/WindowForm.tsx';

interface Props {
  orders: readonly Order[];
  actions: UseActions;
  onClose: () => void;
}

/** Only a visit has a time. */
const isVisit = (to: string): boolean => to === 'entregada' || to === 'no_entregada';

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
export function CorrectWindow({ orders, actions, onClose }: Props) {
  const { timeZone } = useDispatchOffice();
  const moves = movesOf(orders, 'correct');
  const single = orders.length === 1 ? orders[0] : undefined;
  const [form, setForm] = useState<CorrectionForm>({
    ...EMPTY_CLOSING,
    // The recorded values, so that only what is wrong needs changing.
    ...(single?.collect && { paid: paidOf(single.collect), difference: single.collect.difference ?? '' }),
    reason: single?.reason ?? '',
    to: moves.length === 1 ? (moves[0]?.to ?? '') : '',
    why: '',
  });
  const read = (wanted: CorrectionForm) =>
    withTime(readClosing(wanted.to, orders, wanted), orders, isVisit(wanted.to) ? wanted.time : '', {
      now: serverNow(),
      timeZone,
    });
  const wrongIn = (wanted: CorrectionForm): FieldErrors<keyof CorrectionForm> => ({
    ...read(wanted).errors,
    ...(wanted.to === '' && { to: 'Elija cómo debe quedar' }),
    ...(wanted.why.trim() === '' && { why: 'Escriba qué estaba mal' }),
  });
  const { ref, errors, showErrors, put } = useFieldErrors(form, setForm, wrongIn);

  const submit = (): void => {
    const wrong = wrongIn(form);
    showErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    onClose();
    const { of } = read(form);
    void actions.run(correctIntent(orders, form.to as Correction['to'], form.why.trim(), of));
  };

  return (
    <Window
      title={single ? `Corregir ${single.code}` : `Corregir ${orderCount(orders.length)}`}
      lead={
        single
          ? `Ahora está «${ORDER_STATES[single.state]}». La corrección queda a la vista en su historia.`
          : 'La corrección queda a la vista en la historia de cada orden.'
      }
      focus="input"
      onDismiss={onClose}
    >
      <WindowForm ref={ref} submitLabel="Corregir" onSubmit={submit} onCancel={onClose}>
        <RadioList
          label="Debe quedar"
          value={form.to}
          options={moves.map((move) => ({
            value: move.to,
            label: labelOf(move, single),
          }))}
          error={errors.to}
          onChange={(to) => {
            put({ ...form, to });
          }}
        />
        <ClosingFields
          to={form.to}
          orders={orders}
          form={form}
          errors={errors}
          onChange={(closing) => {
            put({ ...form, ...closing });
          }}
        />
        {isVisit(form.to) && (
          <VisitTimeField
            value={form.time}
            order={orders[0]}
            error={errors.time}
            empty={
              single && single.closedAt !== null
                ? `Vacía queda como está: ${formatTime(single.closedAt, timeZone)}`
                : 'Vacía queda como está'
            }
            onChange={(time) => {
              put({ ...form, time });
            }}
          />
        )}
        <ReasonNoteField
          label="Qué estaba mal"
          value={form.why}
          error={errors.why}
          onChange={(why) => {
            put({ ...form, why });
          }}
        />
      </WindowForm>
    </Window>
  );
}
