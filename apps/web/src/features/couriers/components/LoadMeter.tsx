import { type Courier } from '@despacho/contracts/dispatch';
import { classes } from '../../../shared/ui/classes.ts';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { formatKilograms, fullness } from '../rules/load.ts';
import styles from './LoadMeter.module.css';

/** Blocks of the bar: enough to tell a half from a third at a glance. */
const BLOCKS = 12;

/** What a courier has against what fits: a bar of blocks by the scarcer capacity, and both figures. */
export function LoadMeter({ courier }: { courier: Courier }) {
  const share = fullness(courier);
  const filled = Math.min(BLOCKS, Math.ceil(share * BLOCKS));
  const { load, capacityOrders, capacityGrams } = courier;
  return (
    <div className={classes(styles['meter'], share > 1 && styles['over'])}>
      <span className={styles['bar']} aria-hidden="true">
        {Array.from({ length: BLOCKS }, (_, block) => (
          <span key={block} className={classes(styles['block'], block < filled && styles['filled'])} />
        ))}
      </span>
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
