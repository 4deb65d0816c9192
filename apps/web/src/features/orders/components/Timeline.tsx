import {
  EVIDENCE_KINDS,
  type EvidenceRemoved,
  NOTE_CHANGES,
  type NoteChanged,
  ORDER_CHANGES,
  type OrderChanged,
} from '@despacho/contracts/dispatch';
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
  /** Its photos that were removed, newest first. */
  removedPhotos?: readonly EvidenceRemoved[] | undefined;
  names: Names;
  timeZone: string;
  now: number;
}

type Event = OrderChanged | NoteChanged | EvidenceRemoved;

/** @returns what was done: «Entregada», «Reprogramada del 22 al 24 nov». */
function titleOf(event: Event, today: string): string {
  if (event.type === 'note.changed') return NOTE_CHANGES[event.what];
  if (event.type === 'evidence.removed') return `Foto eliminada: ${EVIDENCE_KINDS[event.evidence.kind]}`;
  const { what, before, after } = event;
  const title = ORDER_CHANGES[what];
  if (what !== 'reprogramada' || before.date === undefined || after.date === undefined) return title;
  return `${title} ${formatDayMove(before.date, after.date, today)}`;
}

/** History of an order: who did what, and when. */
export function Timeline({ events, notes = [], removedPhotos = [], names, timeZone, now }: Props) {
  const today = dayIn(timeZone, now);
  const all: Event[] = [...events, ...notes, ...removedPhotos].sort(
    (one, other) => Date.parse(other.at) - Date.parse(one.at),
  );
  return (
    <ol className={styles['list']} aria-label="Historia">
      {all.map((event) => (
        <li
          key={keyOf(event)}
          className={styles['event']}
          data-what={event.type === 'evidence.removed' ? 'eliminada' : event.what}
        >
          <p>
            <strong>{titleOf(event, today)}</strong>
            <span className={styles['who']}> · {event.actor.user}</span>
          </p>
          <time dateTime={event.at} className={styles['when']}>
            {formatRelative(event.at, new Date(now))} · {formatDateTime(event.at, timeZone)}
          </time>
          {event.type === 'note.changed' && <p className={styles['why']}>«{event.note.text}»</p>}
          {event.type === 'evidence.removed' && <p className={styles['why']}>«{event.why}»</p>}
          {event.type === 'order.changed' && <Change event={event} names={names} timeZone={timeZone} />}
        </li>
      ))}
    </ol>
  );
}

function keyOf(event: Event): string {
  if (event.type === 'note.changed') return `${event.note.id} ${event.what} ${event.at}`;
  return event.type === 'evidence.removed' ? `photo ${event.evidence.id}` : String(event.order.version);
}

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
