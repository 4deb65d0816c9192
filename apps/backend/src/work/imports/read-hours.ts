import { fold } from '@despacho/contracts';
import { type ClientAddress, type OpenDays } from '@despacho/contracts/dispatch';
import { bad, type Read } from './read-values.ts';
import { readWindow } from './read-window.ts';

type Hours = ClientAddress['hours'];

/** As in the contract. */
const MAX_HOURS = 4;

/** Longer text is not opening hours. */
const MAX_LENGTH = 200;

/** How days are written, with words cut to three letters and «a» as a hyphen. */
const DAYS: Readonly<Record<OpenDays, readonly string[]>> = {
  'lun-vie': ['l-v', 'lv', 'lun-vie'],
  'lun-sab': ['l-s', 'ls', 'lun-sab'],
  sab: ['s', 'sab'],
  dom: ['d', 'dom', 'fer', 'dom fer'],
  todos: ['l-d', 'ld', 'lun-dom', 'tod', 'dia'],
};

const DAYS_OF = new Map(
  (Object.keys(DAYS) as OpenDays[]).flatMap((days) => DAYS[days].map((word) => [word, days] as const)),
);

/** Between two ranges; «y» only between ranges, because it is also within one: entre 9 y 13. */
const BETWEEN = /[;,/|]|(?<=\d.*) y (?=.*\d.*(?:[-–]| a ).*\d)/;

const NOT_HOURS = bad('No es un horario', 'Escríbalo como L-V 8:00-13:00, 14:00-18:00');

/** @returns the days that a text before a time names; undefined for other text. */
const daysOf = (text: string): OpenDays | undefined =>
  DAYS_OF.get(
    text
      .replace(/[.:()]/g, ' ')
      .replace(/\b(?:de|desde|entre|las|los|el|y|horario|atencion)\b/g, ' ')
      .replace(/\p{L}+/gu, (word) => (word === 'a' || word === 'al' || word === 'hasta' ? '-' : word.slice(0, 3)))
      .replace(/\s*[-–—]\s*/g, '-')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^tod dia(?:s)?$/, 'tod'),
  );

/**
 * Reads the opening hours of an address: 8:00-13:00, 14:00-18:00; L-V 8-18; lunes a viernes 8am a 6pm, sábados 9-13. A
 * time without days applies to the days of the previous time; the first one, to every day.
 */
export function readHours(written: string): Read<Hours> {
  if (written.length > MAX_LENGTH) return NOT_HOURS;
  const hours: Hours = [];
  let days: OpenDays = 'todos';
  for (const part of fold(written).split(BETWEEN)) {
    if (part.trim() === '') continue;
    const at = part.search(/\d/);
    if (at < 0) return NOT_HOURS;
    const before = part.slice(0, at);
    const named: OpenDays | undefined = /\p{L}/u.test(before.replace(/\b(?:de|desde|entre|las|a|y)\b/g, ''))
      ? daysOf(before)
      : days;
    if (named === undefined) return NOT_HOURS;
    days = named;
    const window = readWindow(part.slice(at));
    if (!('value' in window)) return window;
    hours.push({ days, window: window.value });
  }
  if (hours.length === 0) return NOT_HOURS;
  if (hours.length > MAX_HOURS) return bad(`Tiene más de ${MAX_HOURS} horarios`, 'Deje los principales');
  return { value: hours };
}
