import { DEFAULT_SILENCE, POSITION_HOURS } from '@despacho/contracts/dispatch';
import { spanText } from '#shared/format/format-relative.ts';
import { type LivePosition } from '#shared/live/positions-store.ts';
import { type CourierMark } from '#shared/map/orders/map-scene.ts';
import { initials } from '#shared/ui/Avatar/initials.ts';

const MINUTE = 60_000;

/** The last sign of life of a courier. */
export interface SignOfLife {
  /** «hace 12 s», «sin señal hace 14 min», «sin posición». */
  text: string;
  /** The excess age of the position, such as «14 min»; undefined while it is fresh or missing. */
  silence: string | undefined;
  /** Age of the position in milliseconds; undefined without one. */
  age: number | undefined;
}

/**
 * @param now milliseconds of the server's clock.
 * @param limit minutes without a position after which a courier counts as silent.
 */
export function signOfLife(
  position: Pick<LivePosition, 'at'> | undefined,
  now: number,
  limit = DEFAULT_SILENCE,
): SignOfLife {
  const age = position && Math.max(0, now - Date.parse(position.at));
  if (position === undefined || age === undefined || age > POSITION_HOURS * 60 * MINUTE)
    return { text: 'sin posición', silence: undefined, age: undefined };
  const silence = spanText(age);
  if (age <= limit * MINUTE) return { text: `hace ${silence}`, silence: undefined, age };
  return { text: `sin señal hace ${silence}`, silence, age };
}

/** @returns the same as part of a sentence: «última señal hace 12 s», «sin señal hace 14 min». */
export const lastSeenText = ({ text, silence, age }: SignOfLife): string =>
  age === undefined || silence !== undefined ? text : `última señal ${text}`;

/**
 * @param now milliseconds of the server's clock.
 * @param limit as for `signOfLife`.
 * @param tasks the courier's work; omitted for people who may not see orders.
 * @returns the courier's mark at the newest position; undefined without one, because a guess would mislead.
 */
export function courierMark(
  { id, name }: { id: string; name: string },
  position: LivePosition | undefined,
  now: number,
  limit?: number,
  tasks?: string,
): CourierMark | undefined {
  const { text, silence, age } = signOfLife(position, now, limit);
  if (position === undefined || age === undefined) return undefined;
  const { lat, lng, heading } = position;
  const shown = tasks === undefined ? text : `${text} · ${tasks}`;
  return { id, name, initials: initials(name), lat, lng, heading, age, silence, text: shown };
}
