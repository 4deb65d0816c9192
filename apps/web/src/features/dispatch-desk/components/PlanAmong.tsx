import { type Courier } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { countText } from '#shared/format/count-text.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { PlanNeighbours } from './PlanNeighbours.tsx';
import styles from './PlanForm.module.css';

interface Props {
  couriers: readonly Courier[];
  /** Ids of those among whom the orders are distributed; null for all. */
  chosen: readonly string[] | null;
  onChosen: (ids: readonly string[] | null) => void;
  /** Number of chosen orders that have a courier. */
  assigned: number;
  /** Whether these are distributed again. */
  isWhole: boolean;
  onWhole: (isWhole: boolean) => void;
}

/** Among whom a plan distributes orders, and whether those that have a courier may change. */
export function PlanAmong({ couriers, chosen, onChosen, assigned, isWhole, onWhole }: Props) {
  const [isOpen, setOpen] = useState(false);
  const ids = chosen ?? [];
  return (
    <>
      <div className={styles['among']}>
        <span>
          Entre{' '}
          {chosen ? countText(chosen.length, 'repartidor', 'repartidores') : `todos los activos (${couriers.length})`}
        </span>
        <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Listo' : 'Elegir…'}
        </Button>
        {chosen && (
          <Button size="sm" variant="ghost" onClick={() => onChosen(null)}>
            Todos
          </Button>
        )}
        {assigned > 0 && (
          <label>
            <input type="checkbox" checked={isWhole} onChange={({ target }) => onWhole(target.checked)} /> Repartir
            también {assigned === 1 ? 'la que ya tiene' : `las ${orderCount(assigned)} que ya tienen`} repartidor
          </label>
        )}
      </div>
      {isOpen && (
        <PlanNeighbours
          title="Reparte entre"
          neighbours={couriers}
          chosen={ids}
          lines={[]}
          onChoose={(id) => {
            const next = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
            onChosen(next.length === 0 ? null : next);
          }}
        />
      )}
    </>
  );
}
