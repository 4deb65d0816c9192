import { useSeconds } from '../hooks/use-seconds.ts';
import { freshnessText } from './freshness-text.ts';
import { useLiveness } from './live.ts';
import styles from './Live.module.css';

/** Shows how fresh a panel is. `readAt`: when its data was last read, in epoch milliseconds; 0 for never. */
export function Freshness({ readAt = 0 }: { readAt?: number }) {
  const liveness = useLiveness();
  const now = useSeconds(liveness.state !== 'live');
  const text = freshnessText(liveness, readAt === 0 ? undefined : new Date(readAt), now);
  if (text === '') return null;
  return (
    <span className={styles['freshness']} data-state={liveness.state}>
      <span className={styles['dot']} aria-hidden="true" />
      {text}
    </span>
  );
}
