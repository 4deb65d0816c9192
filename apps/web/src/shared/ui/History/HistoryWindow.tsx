import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { formatDateTime } from '../../format/format-date-time.ts';
import { QueryStates } from '../ErrorState/QueryStates.tsx';
import { Window } from '../Window/Window.tsx';
import styles from './HistoryWindow.module.css';

interface Change {
  id: string;
  at: string;
  by: { user: string };
}

interface Props<History extends { changes: readonly Change[] }> {
  title: string;
  lead: string;
  /** Reads the changes, newest first. */
  query: UseQueryOptions<History, Error, History, string[]>;
  /** What stands instead of no changes. */
  emptyText: (history: History) => string;
  /** «Editado». */
  titleOf: (change: History['changes'][number]) => string;
  /** What changed, a line for each field. */
  linesOf: (change: History['changes'][number]) => readonly string[];
  timeZone: string;
  onClose: () => void;
}

/** A window that lists who changed what, newest first. The list scrolls by keyboard. */
export function HistoryWindow<History extends { changes: readonly Change[] }>({
  title,
  lead,
  query,
  emptyText,
  titleOf,
  linesOf,
  timeZone,
  onClose,
}: Props<History>) {
  const history = useQuery(query);
  return (
    <Window wide title={title} lead={lead} hasClose onDismiss={onClose}>
      <QueryStates query={history} label="Cargando la historia" count={3} height={48} />
      {history.data?.changes.length === 0 && <p>{emptyText(history.data)}</p>}
      {history.data && history.data.changes.length > 0 && (
        <ol className={styles['list']} tabIndex={0} aria-label="Cambios">
          {history.data.changes.map((change) => (
            <li key={change.id}>
              <p>
                <strong>{titleOf(change)}</strong>{' '}
                <span className="muted">
                  {change.by.user} · {formatDateTime(change.at, timeZone)}
                </span>
              </p>
              <ul>
                {linesOf(change).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </Window>
  );
}
