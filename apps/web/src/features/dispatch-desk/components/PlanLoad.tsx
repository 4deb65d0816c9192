import { formatNumber } from '#shared/format/format-number.ts';
import { formatKilograms } from '#features/couriers/rules/load.ts';
import { type PlanPart } from '../rules/plan.ts';
import styles from './PlanLoad.module.css';

const percent = (part: number, whole: number): string => `${Math.min(100, (100 * part) / whole)}%`;

interface Measure {
  before: number;
  after: number;
  most: number;
  text: (value: number) => string;
}

/** Load before and after the plan: a bar for the scarcer capacity, figures for orders, and for weight if it is known. */
export function PlanLoad({ part: { courier, fit } }: { part: Pick<PlanPart, 'courier' | 'fit'> }) {
  const { load, capacityOrders, capacityGrams } = courier;
  const orders: Measure = { before: load.orders, after: fit.orders, most: capacityOrders, text: formatNumber };
  const weight: Measure = {
    before: load.weightGrams,
    after: fit.weightGrams,
    most: capacityGrams,
    text: (grams) => formatNumber(Math.round(grams / 100) / 10),
  };
  return (
    <span className={styles['load']}>
      <Bar measure={weight.after / weight.most > orders.after / orders.most ? weight : orders} />
      <Figures measure={orders} of={`${formatNumber(capacityOrders)} órd.`} />
      {weight.after > 0 && <Figures measure={weight} of={formatKilograms(capacityGrams)} />}
    </span>
  );
}

const Bar = ({ measure: { before, after, most } }: { measure: Measure }) => (
  <span className={styles['bar']} data-over={after > most || undefined} aria-hidden="true">
    <span className={styles['after']} style={{ width: percent(after, most) }} />
    <span className={styles['before']} style={{ width: percent(before, most) }} />
  </span>
);

const Figures = ({ measure: { before, after, most, text }, of }: { measure: Measure; of: string }) => (
  <span className={styles['figures']} data-over={after > most || undefined}>
    <span className="visually-hidden">De </span>
    {text(before)}
    <span aria-hidden="true"> → </span>
    <span className="visually-hidden"> a </span>
    <strong>{text(after)}</strong> de {of}
  </span>
);
