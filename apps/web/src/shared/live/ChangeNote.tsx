import { formatRelative } from '../format/format-relative.ts';
import { useSeconds } from '../hooks/use-seconds.ts';
import styles from './Live.module.css';
import { firstNameOf } from './presence-text.ts';
import { useRecentChange } from './recent-changes.ts';

/** «cambió Ana hace 3 s»: shown for a while after someone else changed an order. */
export function ChangeNote({ orderId }: { orderId: string }) {
  const change = useRecentChange(orderId);
  const now = useSeconds(change !== undefined);
  if (!change) return null;
  return (
    <span className={styles['change']}>
      cambió {firstNameOf(change.actor.user)} {formatRelative(new Date(change.receivedAt), now)}
    </span>
  );
}
