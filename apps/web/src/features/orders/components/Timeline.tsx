import { NOTE_CHANGES, type NoteChanged, ORDER_CHANGES, type OrderChanged } from '@despacho/contracts/dispatch';
import { dayIn, formatDayMove } from '../../../shared/format/format-day.ts';
import { formatDateTime } from '../../../shared/format/format-date-time.ts';
import { formatRelative } from '../../../shared/format/format-relative.ts';
import { changeLines, type Names } from '../rules/change-lines.ts';
import { visitText } from '../rules/visit-text.ts';
import styles from './Timeline.module.css';

interface Props {
  /** Newest first. */
  events: readonly OrderChanged[];
  /** What happened to its notes for the courier, newest first. */
  notes?: readonly NoteChanged[];
  names: Names;
  timeZone: string;
  now: number;
}

/** @returns what was done: «Entregada», «Reprogramada del 22 al 24 nov». */
function titleOf({ what, before, after }: OrderChanged, today: string): string {
  const title = ORDER_CHANGES[what];
  if (what !== 'reprogramada' || before.date === undefined || after.date === undefined) return title;
  return `${title} ${formatDayMove(before.date, after.date, today)}`;
}

/** History of an order: who did what, and when. */
export function Timeline({ events, notes = [], names, timeZone, now }: Props) {
  const today = dayIn(timeZone, now);
  const all = [...events, ...notes].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <ol className={styles['list']} aria-label="Historia">
      {all.map((event) => (
        <li key={keyOf(event)} className={styles['event']} data-what={event.what}>
          <p>
            <strong>{event.type === 'note.changed' ? NOTE_CHANGES[event.what] : titleOf(event, today)}</strong>
            <span className={styles['who']}> · {event.actor.user}</span>
          </p>
          <time dateTime={event.at} className={styles['when']}>
            {formatRelative(event.at, new Date(now))} · {formatDateTime(event.at, timeZone)}
          </time>
          {event.type === 'note.changed' ? (
            <p className={styles['why']}>«{event.note.text}»</p>
          ) : (
            <Change event={event} names={names} timeZone={timeZone} />
          )}
        </li>
      ))}
    </ol>
  );
}

const keyOf = (event: OrderChanged | NoteChanged): string =>
  event.type === 'note.changed' ? `${event.note.id} ${event.what} ${event.at}` : String(event.order.version);

function Change({ event, names, timeZone }: { event: OrderChanged; names: Names; timeZone: string }) {
  const visit = visitText(event, timeZone);
  return (
    <>
      {visit !== null && <p className={styles['line']}>{visit}</p>}
      {event.why !== undefined && <p className={styles['why']}>«{event.why}»</p>}
      {changeLines(event, names).map(({ label, before, after }) => (
        <p key={label} className={styles['line']}>
          {label}: {before !== '—' && <del className={styles['before']}>{before}</del>} {after}
        </p>
      ))}
    </>
  );
}
