import { type DueOrder, dueIn, dueView } from '../rules/due.ts';
import styles from './DueText.module.css';

interface Props {
  order: DueOrder;
  /** Epoch milliseconds of the server's clock. */
  now: number;
  timeZone: string;
}

/** Shows when an order is due, with a label if it is late or due soon. */
export function DueText({ order, now, timeZone }: Props) {
  const { day, hours, urgency } = dueView(order, now, timeZone);
  return (
    // A window missed today is urgent; an order left from earlier days is only marked.
    <span className={urgency ? styles[urgency === 'late' && day !== null ? 'old' : urgency] : undefined}>
      {/* For past days the hours are omitted. */}
      {day !== null && urgency === 'late' ? day : day === null ? hours : `${day}, ${hours}`}
      {urgency === 'late' && <span className={styles['word']}> · atrasada</span>}
      {urgency === 'soon' && <span className={styles['word']}> · {dueIn(order.dueAt, now)}</span>}
    </span>
  );
}
