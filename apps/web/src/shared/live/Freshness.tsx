import { useEffect, useState } from 'react';
import { freshnessText } from './freshness-text.ts';
import { useLiveness } from './live.ts';
import styles from './Live.module.css';

/** How fresh a panel is, in words. `readAt`: milliseconds when its data was read last, 0 for never. */
export function Freshness({ readAt = 0 }: { readAt?: number }) {
  const liveness = useLiveness();
  const [now, setNow] = useState(() => new Date());
  const isLive = liveness.state === 'live';
  useEffect(() => {
    if (isLive) return;
    const clock = setInterval(() => {
      setNow(new Date());
    }, 1000);
    return () => {
      clearInterval(clock);
    };
  }, [isLive]);
  const text = freshnessText(liveness, readAt === 0 ? undefined : new Date(readAt), now);
  if (text === '') return null;
  return (
    <span className={styles['freshness']} data-state={liveness.state}>
      <span className={styles['dot']} aria-hidden="true" />
      {text}
    </span>
  );
}
