import RotateCw from 'lucide-react/icons/rotate-cw';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Button } from '../Button/Button.tsx';
import { classes } from '../../styles/classes.ts';
import { describeFailure } from '../../format/describe-failure.ts';
import styles from '../Notice/Notice.module.css';

interface ErrorStateProps {
  error: unknown;
  onRetry: () => void;
  /** A retry is pending. */
  busy: boolean;
}

/** Shows what failed and what to do, with a retry button. */
export function ErrorState({ error, onRetry, busy }: ErrorStateProps) {
  const { title, advice, requestId } = describeFailure(error);
  return (
    <div className={styles['notice']} role="alert">
      <span className={classes(styles['icon'], styles['alarm'])} aria-hidden="true">
        <TriangleAlert size={22} />
      </span>
      <h2 className={styles['title']}>{title}</h2>
      <p className={styles['text']}>{advice}</p>
      <div className={styles['action']}>
        <Button variant="primary" icon={<RotateCw size={18} aria-hidden="true" />} loading={busy} onClick={onRetry}>
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
