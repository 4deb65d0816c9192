import { type Order } from '@despacho/contracts/dispatch';
import { dueIn, dueView } from '../rules/due.ts';
import styles from './DueText.module.css';

interface Props {
  order: Order;
  /** Epoch milliseconds, by the server's clock. */
  now: number;
  timeZone: string;
}

/** When an order is due, with a word where it is late or soon will be. */
export function DueText({ order, now, timeZone }: Props) {
  const { day, hours, urgency } = dueView(order, now, timeZone);
  return (
    <span className={urgency ? styles[urgency] : undefined}>
      {/* Once the day is over, its hours say nothing more. */}
      {day !== null && urgency === 'late' ? day : day === null ? hours : `${day}, ${hours}`}
      {urgency === 'late' && <span className={styles['word']}> · vencida</span>}
      {urgency === 'soon' && <span className={styles['word']}> · {dueIn(order.dueAt, now)}</span>}
    </span>
  );
}
