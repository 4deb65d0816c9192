import { type DispatchNews, type EventLog, type LogPlace } from '../../../shared/live/event-log.ts';

/** A time in which somebody did not see what happened. */
export interface Absence {
  from: LogPlace;
  /** Epoch milliseconds of the server's clock, when the person was back. */
  until: number;
}

/** Milliseconds. Whoever looks away for less has missed nothing to speak of. */
export const ABSENT_AFTER = 60_000;

/**
 * Milliseconds by which the server's clock may be known wrongly: half of the second its Date is cut to and of the time an answer
 * takes (server-clock.ts). What happened right before somebody was back is rather told than left out.
 */
const DOUBT = 1000;

export interface Missed {
  events: readonly DispatchNews[];
  /** More happened than is known: the log did not reach back so far. */
  isIncomplete: boolean;
}

/**
 * What others did while somebody was away. It may still grow afterwards: a connection that comes back is told first what
 * it missed.
 * @param resets how often events may have been lost by now.
 */
export function missedIn({ from, until }: Absence, { events, before }: EventLog, resets: number, own: string): Missed {
  const since = events.slice(Math.max(0, from.told - before));
  return {
    events: since.filter(({ at, actor }) => Date.parse(at) <= until + DOUBT && actor.username !== own),
    isIncomplete: before > from.told || resets > from.resets,
  };
}
