import { countText } from '#shared/format/count-text.ts';
import { type DispatchNews, type EventLog, type LogPlace } from '#shared/live/event-log.ts';

/** A period in which the user did not see events. */
export interface Absence {
  from: LogPlace;
  /** End of the absence, in epoch milliseconds of the server's clock. */
  until: number;
}

/** Milliseconds. Shorter absences are ignored. */
export const ABSENT_AFTER = 60_000;

/**
 * Uncertainty of the server's clock in milliseconds: half of its Date header's one-second resolution, plus half of
 * the response time (server-clock.ts). Events just before the return are included rather than omitted.
 */
const CLOCK_UNCERTAINTY = 1000;

export interface Missed {
  events: readonly DispatchNews[];
  /** The log does not cover the whole absence. */
  isIncomplete: boolean;
}

/**
 * Changes by others during an absence. The result may grow afterwards, because a restored connection first replays
 * missed events.
 * @param resets how often the log may have lost events so far.
 */
export function missedIn({ from, until }: Absence, { events, before }: EventLog, resets: number, own: string): Missed {
  const since = events.slice(Math.max(0, from.total - before));
  return {
    events: since.filter(({ at, actor }) => Date.parse(at) <= until + CLOCK_UNCERTAINTY && actor.username !== own),
    isIncomplete: before > from.total || resets > from.resets,
  };
}

/** @returns a message with the number of changes during an absence. */
export function missedText({ events, isIncomplete }: Missed): string {
  if (events.length === 0) return 'Mientras estuvo fuera hubo cambios: se volvió a cargar todo';
  return `Mientras estuvo fuera: ${isIncomplete ? 'más de ' : ''}${countText(events.length, 'cambio', 'cambios')}`;
}
