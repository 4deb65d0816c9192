import Package from 'lucide-react/icons/package';
import { createPortal } from 'react-dom';
import { orderCount } from '../../../shared/format/order-count.ts';
import { type Drag } from '../state/use-order-drag.ts';
import styles from './DragGhost.module.css';

/** The dragged orders, shown at the pointer. */
export function DragGhost({ drag }: { drag: Drag }) {
  const { orders, x, y, courierId } = drag;
  return createPortal(
    <div
      className={styles['ghost']}
      data-aimed={courierId !== null || undefined}
      style={{ transform: `translate(${x + 12}px, ${y + 8}px)` }}
      aria-hidden="true"
    >
      <Package size={16} />
      {orderCount(orders.length)}
    </div>,
    document.body,
  );
}
