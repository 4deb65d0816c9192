import { useEffect, useState } from 'react';
import { formatRelative } from '../format/format-relative.ts';
import styles from './Live.module.css';
import { firstNameOf } from './presence-text.ts';
import { useRecentChange } from './use-recent-change.ts';

/** «cambió Ana hace 3 s»: for a while after somebody else changed an order. */
export function ChangeNote({ orderId }: { orderId: string }) {
  const change = useRecentChange(orderId);
  const [now, setNow] = useState(() => new Date());
  const isShown = change !== undefined;
  useEffect(() => {
    if (!isShown) return;
    const clock = setInterval(() => {
      setNow(new Date());
    }, 1000);
    return () => {
      clearInterval(clock);
    };
  }, [isShown]);
  if (!change) return null;
  return (
    <span className={styles['change']}>
      cambió {firstNameOf(change.actor.user)} {formatRelative(new Date(change.heardAt), now)}
    </span>
  );
}
