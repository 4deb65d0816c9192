import { type Period } from '@despacho/contracts/dispatch';
import { type Track } from './track.ts';

/** Seconds of the day in a second of playing. */
export const SPEEDS = [1, 5, 15, 30, 60] as const;

export type Speed = (typeof SPEEDS)[number];

const MINUTE = 60;
const DAY_MINUTES = 24 * 60;

/** @returns the time after some milliseconds of playing, at most the end. */
export const advance = (at: number, elapsedMs: number, speed: Speed, end: number): number =>
  Math.min(end, at + (elapsedMs / 1000) * speed);

/**
 * @param now seconds since 1970, the end of days that are not closed.
 * @returns from the first «Salí a ruta» to the last «Cierre», in whole minutes; undefined if nobody worked.
 */
export function playedSpan(tracks: readonly Track[], now: number): Period | undefined {
  if (tracks.length === 0) return undefined;
  const from = Math.min(...tracks.map(({ work }) => work.from));
  const to = Math.max(...tracks.map(({ work }) => Math.min(work.to ?? now, now)));
  const start = Math.floor(from / MINUTE) * MINUTE;
  return { from: start, to: Math.max(start + MINUTE, Math.floor(to / MINUTE) * MINUTE) };
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * @param time `HH:MM` of the office's calendar.
 * @param startTime that of the beginning of the span.
 * @returns its instant within the span, or the nearer end.
 */
export function instantIn({ from, to }: Period, time: string, startTime: string): number {
  const minutes = (minutesOf(time) - minutesOf(startTime) + DAY_MINUTES) % DAY_MINUTES;
  const at = from + minutes * MINUTE;
  if (at <= to) return at;
  // Further from the end than from the beginning of the next day: a time just before the beginning.
  return at - to > from + DAY_MINUTES * MINUTE - at ? from : to;
}
