import { fold } from '@despacho/contracts';
import { type Clock, clockOf, clockText } from './clock-text.ts';
import { bad, type Read } from './read-values.ts';

/** From one time of the day to a later one, as `HH:MM`. */
interface Window {
  from: string;
  to: string;
}

const HALF_DAY = 720;
/** Deliveries do not end before seven in the morning: «2 - 6» means the afternoon. */
const EARLIEST_END = 7 * 60;
/** Longer text is not a time window. */
const MAX_LENGTH = 60;

const BETWEEN = / ?[-–—~/|] ?| (?:a|al|y|hasta|to|and)(?: las?)? /g;

const windowOf = (from: number, to: number): Window => ({ from: clockText(from), to: clockText(to) });

/** @returns the two times of a range: those around the first separator with a time on each side. */
function timesOf(text: string): [Clock, Clock] | undefined {
  const bare = text.replace(/^(?:horario:? )?(?:(?:de|desde|entre|from|between)(?: las?)? )?/, '');
  for (const { index, 0: separator } of bare.matchAll(BETWEEN)) {
    const from = clockOf(bare.slice(0, index).trim());
    const to = from && clockOf(bare.slice(index + separator.length).trim());
    if (from && to) return [from, to];
  }
  return undefined;
}

/** Reads a time window from one cell: 14:00 - 18:00, 9am a 1pm, 9-13h, de 9 a 13. */
export function readWindow(written: string): Read<Window> {
  const times = written.length > MAX_LENGTH ? undefined : timesOf(fold(written));
  if (!times) return bad('No es un horario', 'Escríbalo como 09:00 - 13:00');
  const [from, to] = times;
  const later = (minutes: number): number => (minutes < HALF_DAY ? minutes + HALF_DAY : minutes);
  // «2 - 6 pm» is in the afternoon, «9 - 1 pm» starts in the morning.
  if (from.half === null && to.half === 'p' && !from.isPlain && later(from.minutes) < to.minutes)
    return { value: windowOf(later(from.minutes), to.minutes) };
  if (from.half !== null && to.half === null && to.minutes <= from.minutes && later(to.minutes) > from.minutes)
    return { value: windowOf(from.minutes, later(to.minutes)) };
  const isEarly = to.half === null && !to.isPlain && from.half === null && !from.isPlain;
  if (isEarly && to.minutes <= EARLIEST_END) {
    const start = from.minutes < to.minutes ? later(from.minutes) : from.minutes;
    if (start < later(to.minutes)) {
      const { from: first, to: last } = windowOf(start, later(to.minutes));
      return bad('No se sabe si es de la mañana o de la tarde', 'Escríbalo como 14:00 - 18:00', `${first} - ${last}`);
    }
  }
  if (from.minutes < to.minutes) return { value: windowOf(from.minutes, to.minutes) };
  return bad('El fin no es posterior al inicio', 'Escríbalo como 09:00 - 13:00');
}
