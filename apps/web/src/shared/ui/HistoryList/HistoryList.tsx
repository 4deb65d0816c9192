import { formatDateTime } from '../../format/format-date-time.ts';
import styles from './HistoryList.module.css';

interface Change {
  id: string;
  /** «Editado». */
  title: string;
  by: string;
  at: string;
  /** What changed, a line for each field. */
  lines: readonly string[];
}

interface Props {
  /** Newest first. */
  changes: readonly Change[];
  timeZone: string;
}

/** A list of who changed what, for a window. Scrolls by keyboard. */
export function HistoryList({ changes, timeZone }: Props) {
  return (
    <ol className={styles['list']} tabIndex={0} aria-label="Cambios">
      {changes.map(({ id, title, by, at, lines }) => (
        <li key={id}>
          <p>
            <strong>{title}</strong>{' '}
            <span className="muted">
              {by} · {formatDateTime(at, timeZone)}
            </span>
          </p>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
