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
  /** Whether the plan is being computed again. */
  busy: boolean;
  /** Whether these are distributed again. */
  isWhole: boolean;
  onWhole: (isWhole: boolean) => void;
}

/**
 * Among whom a plan distributes orders, and whether those that have a courier may change. The plan is computed again when
 * the choice of couriers is done, not after each of them.
 */
export function PlanAmong({ couriers, chosen, onChosen, assigned, busy, isWhole, onWhole }: Props) {
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const finish = (ids: readonly string[]): void => {
    setPicked(null);
    if (ids.toSorted().join() !== (chosen ?? []).toSorted().join()) onChosen(ids.length === 0 ? null : ids);
  };
  return (
    <>
      <div className={styles['among']}>
        <span>
          Entre{' '}
          {chosen ? countText(chosen.length, 'repartidor', 'repartidores') : `todos los activos (${couriers.length})`}
        </span>
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={picked !== null}
          onClick={() => (picked ? finish(picked) : setPicked(chosen ?? []))}
        >
          {picked ? 'Listo' : 'Elegir…'}
        </Button>
        {chosen && !picked && (
          <Button size="sm" variant="ghost" onClick={() => onChosen(null)}>
            Todos
          </Button>
        )}
        <span role="status">{busy && 'Calculando otra vez…'}</span>
        {assigned > 0 && (
          <label>
            <input type="checkbox" checked={isWhole} onChange={({ target }) => onWhole(target.checked)} /> Repartir
            también {assigned === 1 ? 'la que ya tiene' : `las ${orderCount(assigned)} que ya tienen`} repartidor
          </label>
        )}
      </div>
      {picked && (
        <PlanNeighbours
          title="Reparte entre"
          neighbours={couriers}
          chosen={picked}
          lines={[]}
          onChoose={(id) => setPicked(picked.includes(id) ? picked.filter((each) => each !== id) : [...picked, id])}
        />
      )}
    </>
  );
}
