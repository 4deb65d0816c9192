import { COLLECTION_MEANS, COLLECTION_MEANS_CODES, mayMove, type Order } from '@despacho/contracts/dispatch';
import { useRef, useState } from 'react';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { orderCount } from '../../../shared/format/order-count.ts';
import { serverNow } from '../../../shared/http/server-clock.ts';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import { Window } from '../../../shared/ui/Window/Window.tsx';
import { WindowForm } from '../../../shared/ui/Window/WindowForm.tsx';
import { useDispatchOffice } from '../../orders/state/use-orders-state.ts';
import { closingLabel, type Outcome } from '../rules/closing.ts';
import { closeIntent } from '../rules/intents.ts';
import { deliveredBy, type Entries, type Entry, readEntry, routeTotals } from '../rules/route-closing.ts';
import { type UseActions } from '../state/use-actions.ts';
import { ClosingTable, focusStop } from './ClosingTable.tsx';
import { ClosingTotals } from './ClosingTotals.tsx';
import styles from './RouteClosing.module.css';

interface Props {
  orders: readonly Order[];
  actions: UseActions;
  onClose: () => void;
}

/** Dialog to mark several orders as delivered, each with its own means and amount. */
export function CloseManyWindow({ orders, actions, onClose }: Props) {
  const { timeZone } = useDispatchOffice();
  const table = useRef<HTMLDivElement>(null);
  const stops = orders.filter(({ state }) => mayMove(state, 'entregada', 'close'));
  const [entries, setEntries] = useState<Entries>(
    new Map(stops.flatMap((stop) => (stop.collect ? [] : [[stop.id, deliveredBy(stop, 'efectivo')] as const]))),
  );
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map());
  const others = orders.length - stops.length;

  const submit = (): void => {
    const errors = new Map<string, string>();
    const outcomes = new Map<string, Outcome>();
    for (const stop of stops) {
      const entry = entries.get(stop.id);
      const read = entry ? readEntry(stop, entry, { now: serverNow(), timeZone }) : { error: 'Elija cómo pagó' };
      if ('error' in read) errors.set(stop.id, read.error);
      else outcomes.set(stop.id, read.outcome);
    }
    setWrong(errors);
    const [first] = errors.keys();
    if (first !== undefined) {
      focusStop(table.current, first);
      return;
    }
    onClose();
    void actions.run(closeIntent(stops, ({ id }) => ({ to: 'entregada', ...outcomes.get(id) })));
  };
  const set = (id: string, entry: Entry | null): void => {
    const next = new Map(entries);
    if (entry) next.set(id, entry);
    else next.delete(id);
    setEntries(next);
    if (wrong.has(id)) setWrong(new Map([...wrong].filter(([each]) => each !== id)));
  };

  return (
    <Window
      title={`Entregada: ${orderCount(stops.length)}`}
      lead={`Diga cómo pagó cada una.${others === 0 ? '' : ` ${others === 1 ? 'La otra elegida no se puede' : `Las otras ${formatNumber(others)} elegidas no se pueden`} entregar ahora.`}`}
      wide
      focus="[data-stop]"
      onDismiss={onClose}
    >
      <WindowForm submitLabel={closingLabel('entregada', stops.length)} onSubmit={submit} onCancel={onClose}>
        <div role="group" aria-label="Todas con lo debido" className={styles['all']}>
          <span>Todas lo debido:</span>
          {COLLECTION_MEANS_CODES.map((means) => (
            <Button
              key={means}
              size="sm"
              onClick={() => {
                setEntries(new Map(stops.map((stop) => [stop.id, deliveredBy(stop, means)])));
                setWrong(new Map());
              }}
            >
              {COLLECTION_MEANS[means]}
            </Button>
          ))}
        </div>
        <div className={styles['many']}>
          <ClosingTable
            ref={table}
            label="Órdenes por entregar"
            stops={stops}
            entries={entries}
            reasons={[]}
            problems={wrong}
            onlyDelivered
            onChange={set}
          />
        </div>
        <ClosingTotals totals={routeTotals(stops, entries)} onlyPaid />
      </WindowForm>
    </Window>
  );
}
