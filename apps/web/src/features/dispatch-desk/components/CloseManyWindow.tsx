import { mayMove } from '@despacho/contracts/dispatch';
import { useRef, useState } from 'react';
import { formatNumber } from '#shared/format/format-number.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { closingLabel } from '../rules/closing.ts';
import { closeIntent } from '../rules/intents.ts';
import { deliveredBy, type Entries, readEntries, without } from '../rules/route-closing.ts';
import { type OrdersDialogProps } from '../state/dialogs.ts';
import { useActions } from '../state/use-actions.ts';
import { focusStop } from './ClosingTable.tsx';
import { DeliveriesField } from './DeliveriesField.tsx';

/** Dialog to mark several orders as delivered, each with its own means and amount. */
export function CloseManyWindow({ orders, onClose }: OrdersDialogProps) {
  const { run } = useActions();
  const { timeZone } = useDispatchOffice();
  const table = useRef<HTMLDivElement>(null);
  const stops = orders.filter(({ state }) => mayMove(state, 'entregada', 'close'));
  const [entries, setEntries] = useState<Entries>(
    new Map(stops.flatMap((stop) => (stop.collect ? [] : [[stop.id, deliveredBy(stop, 'efectivo')] as const]))),
  );
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map());
  const others = orders.length - stops.length;

  const submit = (): void => {
    const { outcomes, errors } = readEntries(stops, entries, { now: serverNow(), timeZone });
    setWrong(errors);
    const [first] = errors.keys();
    if (first !== undefined) {
      focusStop(table.current, first);
      return;
    }
    onClose();
    void run(closeIntent(stops, ({ id }) => ({ to: 'entregada', ...outcomes.get(id) })));
  };

  return (
    <Window
      title={`Entregada: ${orderCount(stops.length)}`}
      lead={`Diga cómo pagó cada una.${others === 0 ? '' : ` ${others === 1 ? 'La otra seleccionada no se puede' : `Las otras ${formatNumber(others)} seleccionadas no se pueden`} entregar ahora.`}`}
      wide
      focus="[data-stop]"
      onDismiss={onClose}
    >
      <WindowForm submitLabel={closingLabel('entregada', stops.length)} onSubmit={submit} onCancel={onClose}>
        <DeliveriesField
          ref={table}
          label="Órdenes por entregar"
          orders={stops}
          entries={entries}
          problems={wrong}
          onChange={(next, changed) => {
            setEntries(next);
            setWrong(without(wrong, changed));
          }}
        />
      </WindowForm>
    </Window>
  );
}
