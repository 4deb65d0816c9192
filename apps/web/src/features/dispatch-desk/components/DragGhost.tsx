import { type Courier } from '@despacho/contracts/dispatch';
import Package from 'lucide-react/icons/package';
import UserCheck from 'lucide-react/icons/user-check';
import { type CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { formatNumber } from '#shared/format/format-number.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { courierFit } from '../rules/courier-fit.ts';
import { type Drag } from '../state/use-order-drag.ts';
import styles from './DragGhost.module.css';

interface Props {
  drag: Drag;
  /** The courier under the pointer. */
  courier: Courier | undefined;
}

/** The dragged orders at the pointer; over a courier, a card that names who would receive them. */
export function DragGhost({ drag: { orders, x, y }, courier }: Props) {
  // Couriers are on the right, where a card next to the pointer would leave the window.
  const isLeft = x > innerWidth / 2;
  return createPortal(
    <div
      className={styles['ghost']}
      data-aimed={courier !== undefined || undefined}
      data-left={isLeft || undefined}
      style={{ '--x': `${x}px`, '--y': `${y}px` } as CSSProperties}
      aria-hidden="true"
    >
      {courier ? (
        <DropCard courier={courier} orders={orders} />
      ) : (
        <>
          <Package size={16} />
          {orderCount(orders.length)}
        </>
      )}
    </div>,
    document.body,
  );
}

function DropCard({ courier, orders }: { courier: Courier; orders: Drag['orders'] }) {
  const { warnings, orders: total } = courierFit(courier, orders);
  return (
    <>
      <UserCheck size={24} />
      <div className={styles['card']}>
        <span>Asignar {orderCount(orders.length)} a</span>
        <strong className={styles['name']}>{courier.name}</strong>
        <span>
          Lleva {formatNumber(courier.load.orders)} → {formatNumber(total)} de {orderCount(courier.capacityOrders)}
        </span>
        {warnings.map((text) => (
          <span key={text} className={styles['warning']}>
            {text}
          </span>
        ))}
      </div>
    </>
  );
}
