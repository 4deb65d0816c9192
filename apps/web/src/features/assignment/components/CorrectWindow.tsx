import { type Correct, type Order, ORDER_STATES } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { Window } from '../../../shared/ui/Window.tsx';
import { orderCount } from '../../../shared/format/order-count.ts';
import { type ClosingErrors, EMPTY_CLOSING, readClosing } from '../rules/closing.ts';
import { correctIntent } from '../rules/intents.ts';
import { movesOf } from '../rules/state-moves.ts';
import { type UseActions } from '../state/use-actions.ts';
import { ClosingFields } from './ClosingFields.tsx';
import { RadioList } from '../../../shared/ui/RadioList.tsx';
import { WhyField } from './WhyField.tsx';
import { WindowForm } from '../../../shared/ui/WindowForm.tsx';

interface Props {
  orders: readonly Order[];
  actions: UseActions;
  onClose: () => void;
}

type Errors = ClosingErrors & { to?: string; why?: string };

/** Puts a wrong closing right. What had been said stays in the history, with who corrected it and why. */
export function CorrectWindow({ orders, actions, onClose }: Props) {
  const moves = movesOf(orders, 'correct');
  const [to, setTo] = useState<string>(moves.length === 1 ? (moves[0]?.to ?? '') : '');
  const [why, setWhy] = useState('');
  const [form, setForm] = useState(EMPTY_CLOSING);
  const [errors, setErrors] = useState<Errors>({});

  const submit = (): void => {
    const read = readClosing(to, orders, form);
    const found: Errors = {
      ...read.errors,
      ...(to === '' && { to: 'Elija cómo debe quedar' }),
      ...(why.trim() === '' && { why: 'Escriba qué estaba mal' }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    onClose();
    void actions.run(correctIntent(orders, { to: to as Correct['to'], ...read.fields, why: why.trim() }));
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
      <WindowForm submitLabel="Corregir" onSubmit={submit} onCancel={onClose}>
        <RadioList
          label="Debe quedar"
          value={to}
          options={moves.map((move) => ({
            value: move.to,
            label: single ? ORDER_STATES[move.to] : `${ORDER_STATES[move.to]} (${move.count})`,
          }))}
          error={errors.to}
          onChange={setTo}
        />
        <ClosingFields to={to} orders={orders} form={form} errors={errors} onChange={setForm} />
        <WhyField label="Qué estaba mal" value={why} error={errors.why} onChange={setWhy} />
      </WindowForm>
    </Window>
  );
}
