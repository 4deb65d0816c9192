import { SLOW_SERVICE, slowReads } from '../../../shared/http/slow-reads.ts';
import { useStore } from '../../../shared/state/store.ts';
import styles from './SlowService.module.css';

/** Reports a service that does not respond after the first timeout, while reads are still being retried. */
export function SlowService() {
  const isSlow = useStore(slowReads) > 0;
  // Always rendered, so that screen readers announce a change of its text.
  return <div role="status">{isSlow && <p className={styles['note']}>{SLOW_SERVICE}</p>}</div>;
}
