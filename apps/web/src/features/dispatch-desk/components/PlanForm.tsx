import { type Courier, type Order, type Suggestion } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { planIntent } from '../rules/intents.ts';
import { leftOutText, planOf, planParts, replanned } from '../rules/plan.ts';
import { type UseActions } from '../state/use-actions.ts';
import { orderCount } from '../../../shared/format/order-count.ts';
import { Alert } from '../../../shared/ui/Alert/Alert.tsx';
import { WindowForm } from '../../../shared/ui/Window/WindowForm.tsx';
import styles from './PlanForm.module.css';
import { PlanGroup } from './PlanGroup.tsx';
import { PlanLineRow } from './PlanLineRow.tsx';

interface Props {
  suggestion: Suggestion;
  orders: readonly Order[];
  couriers: readonly Courier[];
  actions: UseActions;
  onClose: () => void;
}

/** The proposal by courier, with an editable courier per order, and the orders left unassigned. */
export function PlanForm({ suggestion, orders, couriers, actions, onClose }: Props) {
  const [lines, setLines] = useState(() => planOf(suggestion, orders));
  const [error, setError] = useState<string>();
  const parts = planParts(lines, couriers);
  const left = lines.filter(({ courierId }) => courierId === null);
  const placed = lines.length - left.length;
  const change = (id: string, courierId: string | null): void => {
    setLines((now) => replanned(now, id, courierId));
    setError(undefined);
  };
  return (
    <WindowForm
      submitLabel={
        placed === 0
          ? 'Asignar'
          : `Asignar ${orderCount(placed)} a ${parts.length === 1 ? '1 repartidor' : `${parts.length} repartidores`}`
      }
      onSubmit={() => {
        if (placed === 0) {
          setError('Ninguna orden tiene repartidor: elija uno al menos para una');
          return;
        }
        onClose();
        void actions.run(
          planIntent(parts.map(({ courier, lines: some }) => ({ courier, orders: some.map(({ order }) => order) }))),
        );
      }}
      onCancel={onClose}
    >
      <div className={styles['plan']}>
        {parts.map((part) => (
          <PlanGroup key={part.courier.id} part={part} couriers={couriers} onChange={change} />
        ))}
        {left.length > 0 && (
          <section className={styles['group']} aria-label="Quedan sin repartidor">
            <h3 className={styles['name']}>Quedan sin repartidor: {orderCount(left.length)}</h3>
            <ul>
              {left.map((line) => (
                <PlanLineRow
                  key={line.order.id}
                  line={line}
                  note={leftOutText(line)}
                  couriers={couriers}
                  onChange={change}
                />
              ))}
            </ul>
          </section>
        )}
      </div>
      {error !== undefined && <Alert>{error}</Alert>}
    </WindowForm>
  );
}
