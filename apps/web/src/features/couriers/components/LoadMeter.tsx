import { type Courier } from '@despacho/contracts/dispatch';
import { classes } from '#shared/styles/classes.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatKilograms, fullness } from '../rules/load.ts';
import styles from './LoadMeter.module.css';

/** Number of blocks in the bar: enough to distinguish a half from a third. */
const BLOCKS = 12;

/** Block size, corner radius and gap, in SVG units. */
const WIDTH = 5;
const HEIGHT = 12;
const ROUND = 1.5;
const GAP = 2;

const arc = (right: number, down: number): string => `a${ROUND} ${ROUND} 0 0 1 ${right * ROUND} ${down * ROUND}`;
const ACROSS = WIDTH - 2 * ROUND;
const DOWN = HEIGHT - 2 * ROUND;
const BLOCK = `h${ACROSS}${arc(1, 1)}v${DOWN}${arc(-1, 1)}h${-ACROSS}${arc(-1, -1)}v${-DOWN}${arc(1, -1)}z`;

/** Rounded blocks as a single path, because a hundred couriers would otherwise need over a thousand elements. */
const blocks = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, nth) => `M${(from + nth) * (WIDTH + GAP) + ROUND} 0${BLOCK}`).join('');

const BAR = `0 0 ${BLOCKS * (WIDTH + GAP) - GAP} ${HEIGHT}`;

/** A courier's load and capacity: a bar for the scarcer capacity, and both figures. */
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
