import { type Courier } from '@despacho/contracts/dispatch';
import Check from 'lucide-react/icons/circle-check';
import { useState } from 'react';
import { formatNumber } from '#shared/format/format-number.ts';
import { Avatar } from '#shared/ui/Avatar/Avatar.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { zoneSummary } from '#features/couriers/rules/zone-names.ts';
import { courierFit } from '../rules/courier-fit.ts';
import { type PlanLine } from '../rules/plan.ts';
import { PlanLoad } from './PlanLoad.tsx';
import styles from './PlanForm.module.css';

/** Neighbours shown initially, in addition to the chosen ones. */
const FIRST = 6;

/** Further neighbours shown per press. */
const MORE = 20;

interface Props {
  /** Replaces the heading, which counts them. */
  title?: string;
  /** Nearest first. */
  neighbours: readonly Courier[];
  /** Ids of those among whom the load is split. */
  chosen: readonly string[];
  lines: readonly PlanLine[];
  /** Adds a courier to the chosen ones, or removes one. */
  onChoose: (id: string) => void;
}

/** The couriers near a load, with hours and capacity, of whom some are chosen to receive it. */
export function PlanNeighbours({ title, neighbours, chosen, lines, onChoose }: Props) {
  const [most, setMost] = useState(FIRST);
  const shown = neighbours.filter(({ id }, place) => place < most || chosen.includes(id));
  return (
    <section aria-labelledby="plan-neighbours">
      <h3 id="plan-neighbours" className={styles['heading']}>
        {title ?? `Reciben ${formatNumber(chosen.length)} de los más cercanos`}
      </h3>
      {neighbours.length === 0 && <p className={styles['untouched']}>Nadie más está de turno para estas órdenes.</p>}
      {shown.map((courier) => {
        const isChosen = chosen.includes(courier.id);
        const orders = lines.flatMap(({ order, courierId }) => (courierId === courier.id ? [order] : []));
        return (
          <button
            key={courier.id}
            type="button"
            className={styles['toggle']}
            aria-pressed={isChosen}
            onClick={() => onChoose(courier.id)}
          >
            <Avatar name={courier.name} />
            <span className={styles['who']}>
              <span className={styles['name']}>{courier.name}</span>
              <span className={styles['where']}>
                {courier.shift.from}–{courier.shift.to} · {zoneSummary(courier)}
              </span>
            </span>
            <PlanLoad part={{ courier, fit: courierFit(courier, orders) }} />
            <Check size={18} aria-hidden="true" className={styles['chosen']} />
          </button>
        );
      })}
      {shown.length < neighbours.length && (
        <div className={styles['more']}>
          <Button size="sm" variant="ghost" onClick={() => setMost(most + MORE)}>
            Ver a {formatNumber(Math.min(MORE, neighbours.length - shown.length))} más
          </Button>
        </div>
      )}
    </section>
  );
}
