import { type Courier } from '@despacho/contracts/dispatch';
import { classes } from '../../../shared/ui/classes.ts';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { formatKilograms, fullness } from '../rules/load.ts';
import styles from './LoadMeter.module.css';

/** Blocks of the bar: enough to tell a half from a third at a glance. */
const BLOCKS = 12;

/** Px of a block, of which the bar's drawing counts. */
const WIDTH = 5;
const GAP = 2;
const HEIGHT = 12;

/** Rounded blocks beside each other, as one path: a list of a hundred couriers would be made of bars for the most part. */
const blocks = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, nth) => {
    const left = (from + nth) * (WIDTH + GAP) + 1.5;
    return `M${left} 0h2a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-2a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 ${left} 0z`;
  }).join('');

const BAR = `0 0 ${BLOCKS * (WIDTH + GAP) - GAP} ${HEIGHT}`;

/** What a courier has against what fits: a bar of blocks by the scarcer capacity, and both figures. */
export function LoadMeter({ courier }: { courier: Courier }) {
  const share = fullness(courier);
  const filled = Math.min(BLOCKS, Math.ceil(share * BLOCKS));
  const { load, capacityOrders, capacityGrams } = courier;
  return (
    <div className={classes(styles['meter'], share > 1 && styles['over'])}>
      <svg className={styles['bar']} viewBox={BAR} preserveAspectRatio="none" aria-hidden="true">
        <path className={styles['free']} d={blocks(filled, BLOCKS)} />
        <path className={styles['filled']} d={blocks(0, filled)} />
      </svg>
      <span className={styles['orders']}>
        <strong>{formatNumber(load.orders)}</strong>
        <span aria-hidden="true">/</span>
        <span className="visually-hidden"> de </span>
        {formatNumber(capacityOrders)} órd.
      </span>
      <span className={styles['weight']}>
        {formatNumber(load.weightGrams / 1000)}
        <span aria-hidden="true">/</span>
        <span className="visually-hidden"> de </span>
        {formatKilograms(capacityGrams)}
      </span>
    </div>
  );
}
