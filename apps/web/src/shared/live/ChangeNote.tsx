import { SYSTEM_ACTOR } from '@despacho/contracts/dispatch';
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
  const { username, user } = change.actor;
  return (
    <span className={styles['change']}>
      cambió {username === SYSTEM_ACTOR.username ? 'el sistema' : firstNameOf(user)}{' '}
      {formatRelative(new Date(change.receivedAt), now)}
    </span>
  );
}
