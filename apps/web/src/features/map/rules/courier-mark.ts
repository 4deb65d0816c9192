import { POSITION_HOURS } from '@despacho/contracts/dispatch';
import { formatRelative } from '#shared/format/format-relative.ts';
import { type LivePosition, SILENT_MS } from '#shared/live/positions-store.ts';
import { type CourierMark } from '#shared/map/orders/map-scene.ts';
import { initials } from '#shared/ui/Avatar/initials.ts';
import { type Round, roundText } from './courier-rounds.ts';

/** The last sign of life of a courier. */
export interface SignOfLife {
  /** «hace 12 s», «sin señal hace 14 min», «sin posición». */
  text: string;
  /** How long the position is older than it should be, such as «14 min»; undefined while it is fresh or missing. */
  silence: string | undefined;
  /** Age of the position in milliseconds; undefined without one. */
  age: number | undefined;
}

/** @param now milliseconds of the server's clock. */
export function signOfLife(position: Pick<LivePosition, 'at'> | undefined, now: number): SignOfLife {
  const age = position && Math.max(0, now - Date.parse(position.at));
  if (position === undefined || age === undefined || age > POSITION_HOURS * 60 * 60_000)
    return { text: 'sin posición', silence: undefined, age: undefined };
  const text = formatRelative(position.at, new Date(now));
  if (age <= SILENT_MS) return { text, silence: undefined, age };
  return { text: `sin señal ${text}`, silence: text.replace('hace ', ''), age };
}

/**
 * @param now milliseconds of the server's clock.
 * @returns the courier's mark at the newest position; undefined without one, because a guess would mislead.
 */
export function courierMark(round: Round, position: LivePosition | undefined, now: number): CourierMark | undefined {
  const { id, name } = round;
  const { text, silence, age } = signOfLife(position, now);
  if (position === undefined || age === undefined) return undefined;
  const { lat, lng, heading } = position;
  const tasks = roundText(round);
  return { id, name, initials: initials(name), lat, lng, heading, age, silence, text: `${text} · ${tasks}` };
}
