import { useState } from 'react';
import { useFieldErrors } from '#shared/fields/use-field-errors.ts';
import { Window } from '#shared/ui/Window/Window.tsx';
import { orderCount } from '#shared/format/order-count.ts';
import { cancelIntent } from '../rules/intents.ts';
import { type OrdersDialogProps } from '../state/dialogs.ts';
import { useActions } from '../state/use-actions.ts';
import { ReasonNoteField } from './ReasonNoteField.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';

const wrongIn = ({ why }: { why: string }): { why?: string } =>
  why.trim() === '' ? { why: 'Escriba por qué se anula' } : {};

/** Dialog to cancel orders with a reason. */
export function CancelWindow({ orders, onClose }: OrdersDialogProps) {
  const { run } = useActions();
  const [form, setForm] = useState({ why: '' });
  const { ref, errors, showErrors, put } = useFieldErrors(form, setForm, wrongIn);
  return (
    <Window
      title={`¿Anular ${orderCount(orders.length)}?`}
      lead={
        orders.length === 1
          ? 'Deja la ruta de su repartidor y ya no se visita. Si está en ruta o cerrada, se queda como está.'
          : 'Dejan la ruta de su repartidor y ya no se visitan. Las que están en ruta o cerradas se quedan como están.'
      }
      onDismiss={onClose}
    >
      <WindowForm
        ref={ref}
        danger
        submitLabel={`Anular ${orderCount(orders.length)}`}
        onSubmit={() => {
          const wrong = wrongIn(form);
          showErrors(wrong);
          if (wrong.why !== undefined) return;
          onClose();
          void run(cancelIntent(orders, form.why.trim()));
        }}
        onCancel={onClose}
      >
        <ReasonNoteField label="Por qué" value={form.why} error={errors.why} onChange={(why) => put({ why })} />
      </WindowForm>
    </Window>
  );
}
