import {
  type Arrival,
  EVIDENCE_KINDS,
  type EvidenceRemoved,
  NOTE_CHANGES,
  type NoteChanged,
  ORDER_CHANGES,
  type OrderChanged,
  SHARE_CHANGES,
  type ShareChanged,
} from '@despacho/contracts/dispatch';
import { type ReactNode } from 'react';
import { dayIn, formatDayMove } from '#shared/format/format-day.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { formatRelative } from '#shared/format/format-relative.ts';
import { arrivalText } from '../rules/arrival-text.ts';
import { changeLines, type Names } from '../rules/change-lines.ts';
import { visitText } from '../rules/visit-text.ts';
import styles from './Timeline.module.css';

interface Props {
  /** Newest first. */
  events: readonly OrderChanged[];
  /** What happened to its notes for the courier, newest first. */
  notes?: readonly NoteChanged[];
  /** What happened with links that show it to guests, newest first. */
  shares?: readonly ShareChanged[];
  /** Its photos that were removed, newest first. */
  removedPhotos?: readonly EvidenceRemoved[] | undefined;
  /** When couriers were at its place. */
  arrivals?: readonly Arrival[];
  names: Names;
  timeZone: string;
  now: number;
}

/** @returns the text of a change: «Entregada», «Reprogramada del 22 al 24 nov». */
function titleOf({ what, before, after }: OrderChanged, today: string): string {
  const title = ORDER_CHANGES[what];
  if (what !== 'reprogramada' || before.date === undefined || after.date === undefined) return title;
  return `${title} ${formatDayMove(before.date, after.date, today)}`;
}

interface Entry {
  key: string;
  what: string;
  title: string;
  /** Null for a guest. */
  user: string | null;
  at: string;
  more: ReactNode;
}

const ofNote = ({ what, at, actor, note }: NoteChanged): Entry => ({
  key: `${note.id} ${what} ${at}`,
  what,
  title: NOTE_CHANGES[what],
  user: actor.user,
  at,
  more: <p className={styles['why']}>«{note.text}»</p>,
});

function ofShare({ what, link, at, user, expiresAt, isDay }: ShareChanged, timeZone: string): Entry {
  const lines = [
    ...(what === 'compartida' ? [`Vence el ${formatDateTime(expiresAt, timeZone)}`] : []),
    ...(isDay ? ['Con todas las del cliente de ese día'] : []),
  ];
  return {
    key: `enlace ${link} ${what} ${at}`,
    what,
    title: SHARE_CHANGES[what],
    user,
    at,
    more: lines.length > 0 && <p className={styles['line']}>{lines.join(' · ')}</p>,
  };
}

const ofRemoved = ({ at, actor, evidence, why }: EvidenceRemoved): Entry => ({
  key: `photo ${evidence.id}`,
  what: 'eliminada',
  title: `Foto eliminada: ${EVIDENCE_KINDS[evidence.kind]}`,
  user: actor.user,
  at,
  more: <p className={styles['why']}>«{why}»</p>,
});

/** History of an order: who did what, and when. */
export function Timeline(props: Props) {
  const { events, notes = [], shares = [], removedPhotos = [], arrivals = [], names, timeZone, now } = props;
  const today = dayIn(timeZone, now);
  const ofChange = (event: OrderChanged): Entry => ({
    key: String(event.order.version),
    what: event.what,
    title: titleOf(event, today),
    user: event.actor.user,
    at: event.at,
    more: <Change event={event} names={names} timeZone={timeZone} />,
  });
  const ofArrival = (arrival: Arrival): Entry => ({
    key: `llegada ${arrival.courierId} ${arrival.at}`,
    what: 'llegada',
    title: arrivalText(arrival, timeZone, now),
    user: names.courier(arrival.courierId),
    at: arrival.at,
    more: null,
  });
  const entries = [
    ...events.map(ofChange),
    ...notes.map(ofNote),
    ...shares.map((share) => ofShare(share, timeZone)),
    ...removedPhotos.map(ofRemoved),
    ...arrivals.map(ofArrival),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <ol className="stack-3" aria-label="Historia">
      {entries.map(({ key, what, title, user, at, more }) => (
        <li key={key} className={styles['event']} data-what={what}>
          <p>
            <strong>{title}</strong>
            {user !== null && <span className="muted"> · {user}</span>}
          </p>
          <time dateTime={at} className={styles['when']}>
            {formatRelative(at, new Date(now))} · {formatDateTime(at, timeZone)}
          </time>
          {more}
        </li>
      ))}
    </ol>
  );
}

function Change({ event, names, timeZone }: { event: OrderChanged; names: Names; timeZone: string }) {
  const visit = visitText(event, timeZone);
  return (
    <>
      {visit !== null && <p className={styles['line']}>{visit}</p>}
      {event.why !== undefined && <p className={styles['why']}>«{event.why}»</p>}
      {changeLines(event, names).map(({ label, before, after }) => (
        <p key={label} className={styles['line']}>
          {label}: {before !== '—' && <del className="muted">{before}</del>} {after}
        </p>
      ))}
    </>
  );
}
