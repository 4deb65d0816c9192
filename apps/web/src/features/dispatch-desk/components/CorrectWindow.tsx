import { type Correct, type Order, ORDER_STATES } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { type FieldErrors } from '../../../shared/fields/remaining-errors.ts';
import { useFieldErrors } from '../../../shared/fields/use-field-errors.ts';
import { Window } from '../../../shared/ui/Window/Window.tsx';
import { orderCount } from '../../../shared/format/order-count.ts';
import { type ClosingForm, EMPTY_CLOSING, readClosing } from '../rules/closing.ts';
import { correctIntent } from '../rules/intents.ts';
import { movesOf } from '../rules/state-moves.ts';
import { type UseActions } from '../state/use-actions.ts';
import { ClosingFields } from './ClosingFields.tsx';
import { RadioList } from '../../../shared/ui/RadioList/RadioList.tsx';
import { ReasonNoteField } from './ReasonNoteField.tsx';
import { WindowForm } from '../../../shared/ui/Window/WindowForm.tsx';

interface Props {
  orders: readonly Order[];
  actions: UseActions;
  onClose: () => void;
}

interface Correction extends ClosingForm {
  to: string;
  why: string;
}

/** Dialog to correct a wrong closing. The history keeps the previous closing, who corrected it and why. */
export function CorrectWindow({ orders, actions, onClose }: Props) {
  const moves = movesOf(orders, 'correct');
  const [form, setForm] = useState<Correction>({
    ...EMPTY_CLOSING,
    to: moves.length === 1 ? (moves[0]?.to ?? '') : '',
    why: '',
  });
  const wrongIn = (wanted: Correction): FieldErrors<keyof Correction> => ({
    ...readClosing(wanted.to, orders, wanted).errors,
    ...(wanted.to === '' && { to: 'Elija cómo debe quedar' }),
    ...(wanted.why.trim() === '' && { why: 'Escriba qué estaba mal' }),
  });
  const { ref, errors, showErrors, put } = useFieldErrors(form, setForm, wrongIn);

  const submit = (): void => {
    const wrong = wrongIn(form);
    showErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    onClose();
    const { fields } = readClosing(form.to, orders, form);
    void actions.run(correctIntent(orders, { to: form.to as Correct['to'], ...fields, why: form.why.trim() }));
  };

  const single = orders.length === 1 ? orders[0] : undefined;
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
            label: single ? ORDER_STATES[move.to] : `${ORDER_STATES[move.to]} (${move.count})`,
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
