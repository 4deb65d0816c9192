import { type Courier, districtOf } from '@despacho/contracts/dispatch';
import { useMemo } from 'react';
import { formatKilograms } from '../../couriers/rules/load.ts';
import { type PlanLine } from '../rules/plan.ts';
import { classes } from '../../../shared/styles/classes.ts';
import fieldStyles from '../../../shared/ui/Field/Field.module.css';
import styles from './PlanForm.module.css';

interface Props {
  line: PlanLine;
  note?: string;
  couriers: readonly Courier[];
  onChange: (id: string, courierId: string | null) => void;
}

/** One order of the plan, with a choice of courier. */
export function PlanLineRow({ line: { order, courierId }, note, couriers, onChange }: Props) {
  const choices = useMemo(() => couriers.filter(({ state }) => state !== 'retirado'), [couriers]);
  return (
    <li className={styles['line']}>
      <span className={styles['code']}>{order.code}</span>
      <span className={styles['what']}>
        {districtOf(order.place.ubigeo)?.name ?? order.place.ubigeo}
        {order.window && ` · ${order.window.from}–${order.window.to}`} · {formatKilograms(order.weightGrams)}
        {note !== undefined && <span className={styles['note']}>{note}</span>}
      </span>
      <select
        aria-label={`Repartidor de ${order.code}`}
        className={classes(fieldStyles['small'], styles['select'])}
        value={courierId ?? ''}
        onChange={({ target }) => {
          onChange(order.id, target.value === '' ? null : target.value);
        }}
      >
        <option value="">Sin repartidor</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </li>
  );
}
