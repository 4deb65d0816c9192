import { useRef } from 'react';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Building2 from 'lucide-react/icons/building-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Button } from '../Button/Button.tsx';
import { HttpFailure } from '../../http/failure.ts';
import { classes } from '../../styles/classes.ts';
import { describeFailure } from '../../format/describe-failure.ts';
import styles from '../Notice/Notice.module.css';
import { useOutage } from './outages.ts';

interface ErrorStateProps {
  error: unknown;
  onRetry: () => void;
  /** A retry is pending. */
  busy: boolean;
}

/**
 * Shows in place of a failed part what failed and what to do, with a button that retries all parts with the same cause.
 * If another part already reports that cause, shows only that this part is missing, with its own retry button.
 */
export function ErrorState({ error, onRetry, busy }: ErrorStateProps) {
  const place = useRef<HTMLDivElement>(null);
  const { reports, retryAll } = useOutage(error, onRetry, place);
  if (!reports)
    return (
      <div ref={place} className={styles['part']}>
        <p className={styles['text']}>Esta parte no se muestra.</p>
        <Button size="sm" loading={busy} onClick={onRetry}>
          Reintentar
        </Button>
      </div>
    );
  const { title, advice, requestId } = describeFailure(error);
  // A property of the installation, not a failure of the user's action.
  const isCalm = error instanceof HttpFailure && error.kind === 'office-unknown';
  return (
    <div ref={place} className={styles['notice']} role={isCalm ? 'status' : 'alert'}>
      <span className={classes(styles['icon'], !isCalm && styles['alarm'])} aria-hidden="true">
        {isCalm ? <Building2 size={22} /> : <TriangleAlert size={22} />}
      </span>
      <h2 className={styles['title']}>{title}</h2>
      <p className={styles['text']}>{advice}</p>
      <div className={styles['action']}>
        <Button variant="primary" icon={<RotateCw size={18} aria-hidden="true" />} loading={busy} onClick={retryAll}>
          Reintentar
        </Button>
      </div>
      {requestId !== undefined && <p className={styles['id']}>Referencia: {requestId}</p>}
    </div>
  );
}

interface QueryErrorProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
}

/** The same for a query; the button fetches it again. */
export function QueryError({ query }: QueryErrorProps) {
  return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
}
