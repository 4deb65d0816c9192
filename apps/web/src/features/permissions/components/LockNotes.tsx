import { formatNumber } from '#shared/format/format-number.ts';
import { type Lock, REASONS } from '../rules/locks.ts';
import styles from './LockNotes.module.css';
import { type RowView } from './row-view.ts';

/** Locks that need no note, because the row itself explains them. */
const EXPLAINED: ReadonlySet<Lock> = new Set<Lock>(['self', 'unreported']);

/** Shows why rows are locked, before anyone tries to change them. */
export function LockNotes({ rows }: { rows: readonly RowView[] }) {
  const counts = new Map<Lock, number>();
  for (const { lock } of rows) if (lock && !EXPLAINED.has(lock)) counts.set(lock, (counts.get(lock) ?? 0) + 1);
  if (counts.size === 0) return null;
  return (
    <div className={styles['notes']}>
      {[...counts].map(([lock, count]) => (
        <p key={lock} role="note">
          {count === 1 ? '1 fila bloqueada' : `${formatNumber(count)} filas bloqueadas`}. {REASONS[lock]}.
        </p>
      ))}
    </div>
  );
}
