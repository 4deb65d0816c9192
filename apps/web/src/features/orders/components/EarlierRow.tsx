import ChevronRight from 'lucide-react/icons/chevron-right';
import { type Ref } from 'react';
import { formatNumber } from '#shared/format/format-number.ts';
import { type EarlierOrders } from '../state/use-orders-state.ts';
import styles from './EarlierRow.module.css';

/** The table's row for the orders of earlier days, which shows or hides them. */
export function EarlierRow({ earlier, buttonRef }: { earlier: EarlierOrders; buttonRef: Ref<HTMLButtonElement> }) {
  const { count, isOpen, areOpen, toggle } = earlier;
  const [one, many] = areOpen ? ['atrasada', 'atrasadas'] : ['orden', 'órdenes'];
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={2}>
        <div role="gridcell">
          <button ref={buttonRef} type="button" className={styles['row']} aria-expanded={isOpen} onClick={toggle}>
            <ChevronRight size={16} aria-hidden="true" className={styles['arrow']} />
            <span>
              <b>{formatNumber(count)}</b> {count === 1 ? one : many} de días anteriores
            </span>
            <span aria-hidden="true" className={styles['action']}>
              {isOpen ? 'Ocultar' : 'Mostrar'}
            </span>
          </button>
        </div>
      </div>
    </div>
  );
}

/** The row between earlier days and today. */
export function DaysRow({ top, rowIndex }: { top: number; rowIndex: number }) {
  return (
    <div role="row" aria-rowindex={rowIndex} className={styles['days']} style={{ transform: `translateY(${top}px)` }}>
      <div role="gridcell">Desde hoy</div>
    </div>
  );
}
