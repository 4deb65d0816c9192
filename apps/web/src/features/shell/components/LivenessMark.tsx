import { useEffect, useRef } from 'react';
import { useLiveness } from '#shared/live/live.ts';
import { announce } from '#shared/hooks/announce.ts';
import { useSeconds } from '#shared/hooks/use-seconds.ts';
import { livenessText } from '#shared/live/liveness-text.ts';
import styles from './LivenessMark.module.css';

/** Shows whether the page receives live events. */
export function LivenessMark() {
  const liveness = useLiveness();
  const wasOffline = useRef(false);
  const isOffline = liveness.state === 'offline';
  const now = useSeconds(isOffline);

  useEffect(() => {
    if (isOffline) announce('Sin conexión en vivo');
    else if (wasOffline.current) announce('Con conexión otra vez');
    wasOffline.current = isOffline;
  }, [isOffline]);

  const text = livenessText(liveness, now);
  if (text === undefined) return null;
  return (
    <span className={styles['mark']} data-state={liveness.state}>
      <span className={styles['dot']} aria-hidden="true" />
      {text}
    </span>
  );
}
