import { type Courier } from '@despacho/contracts/dispatch';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { Avatar } from '../../../shared/ui/Avatar/Avatar.tsx';
import { orderCount } from '../../../shared/format/order-count.ts';
import { formatKilograms } from '../../couriers/rules/load.ts';
import { type PlanPart, suitsText } from '../rules/plan.ts';
import styles from './PlanForm.module.css';
import { PlanLineRow } from './PlanLineRow.tsx';

interface Props {
  part: PlanPart;
  couriers: readonly Courier[];
  onChange: (id: string, courierId: string | null) => void;
}

/** One courier's part of the proposal with reasons; expands to its orders. */
export function PlanGroup({ part, couriers, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const { courier, lines, fit } = part;
  const weight = lines.reduce((sum, { order }) => sum + order.weightGrams, 0);
  const suits = suitsText(part);
  return (
    <section className={styles['group']} aria-label={courier.name}>
      <h3>
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={open}
          onClick={() => {
            setOpen(!open);
          }}
        >
          <Avatar name={courier.name} />
          <span className={styles['name']}>{courier.name}</span>
          <span className={styles['figures']}>
            {orderCount(lines.length)} · {formatKilograms(weight)}
          </span>
          <ChevronRight size={16} aria-hidden="true" className={styles['chevron']} />
        </button>
      </h3>
      {suits !== '' && <p className={styles['why']}>{suits}</p>}
      {fit.warnings.length > 0 && (
        <p className={styles['warning']}>{fit.warnings.map(({ text }) => text).join(' · ')}</p>
      )}
      {open && (
        <ul>
          {lines.map((line) => (
            <PlanLineRow key={line.order.id} line={line} couriers={couriers} onChange={onChange} />
          ))}
        </ul>
      )}
    </section>
  );
}
