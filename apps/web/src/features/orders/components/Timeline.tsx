import { ORDER_CHANGES, type OrderChanged } from '@despacho/contracts/dispatch';
import { dayIn, formatDayMove } from '../../../shared/format/format-day.ts';
import { formatDateTime } from '../../../shared/format/format-date-time.ts';
import { formatRelative } from '../../../shared/format/format-relative.ts';
import { changeLines, type Names } from '../rules/change-lines.ts';
import { visitText } from '../rules/visit-text.ts';
import styles from './Timeline.module.css';

interface Props {
  /** Newest first. */
  events: readonly OrderChanged[];
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
export function Timeline({ events, names, timeZone, now }: Props) {
  const today = dayIn(timeZone, now);
  return (
    <ol className={styles['list']} aria-label="Historia">
      {events.map((event) => (
        <li key={event.order.version} className={styles['event']} data-what={event.what}>
          <p>
            <strong>{titleOf(event, today)}</strong>
            <span className={styles['who']}> · {event.actor.user}</span>
          </p>
          <time dateTime={event.at} className={styles['when']}>
            {formatRelative(event.at, new Date(now))} · {formatDateTime(event.at, timeZone)}
          </time>
          <VisitLine event={event} timeZone={timeZone} />
          {event.why !== undefined && <p className={styles['why']}>«{event.why}»</p>}
          {changeLines(event, names).map(({ label, before, after }) => (
            <p key={label} className={styles['line']}>
              {label}: {before !== '—' && <del className={styles['before']}>{before}</del>} {after}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}

function VisitLine({ event, timeZone }: { event: OrderChanged; timeZone: string }) {
  const text = visitText(event, timeZone);
  return text === null ? null : <p className={styles['line']}>{text}</p>;
}
