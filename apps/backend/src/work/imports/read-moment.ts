/* day: reads dates of files. */
import { localOf } from '#platform/dispatch/zoned-time.ts';
import { fold } from '@despacho/contracts';
import { clockOf, clockText } from './clock-text.ts';
import { bad, type Read } from './read-values.ts';

/** What resolves dates without a year or time zone, or with an ambiguous month. */
export interface Calendar {
  /** `2026-11-20` in the office's calendar. */
  today: string;
  timeZone: string;
  /** Whether another date of the file has its month first, so that 11/12/2026 is ambiguous. */
  monthFirst?: boolean;
}

/** A day as `2026-11-24`, a time of day as `HH:MM`, or both, as a cell states them. */
export interface Moment {
  day: string | null;
  time: string | null;
  /** Midnight in UTC, written with a time zone: probably a date that a program converted. */
  isUtcMidnight?: true;
}

const MS_PER_DAY = 86_400_000;
/**
 * A spreadsheet date between 1982 and 2119, as days since 1899-12-30. No other number in a date column looks like this.
 */
const SERIAL = /^([3-7]\d{4})(\.\d+)?$/;
/** A time as spreadsheets store it: a fraction of a day. */
const FRACTION = /^0?\.\d*[1-9]$|^0$/;
const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})[t ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)? ?(z|utc|gmt|[+-]\d{2}(?::?\d{2})?)$/;

const MONTHS = [
  ['enero', 'january'],
  ['febrero', 'february'],
  ['marzo', 'march'],
  ['abril', 'april'],
  ['mayo', 'may'],
  ['junio', 'june'],
  ['julio', 'july'],
  ['agosto', 'august'],
  ['setiembre', 'septiembre', 'september'],
  ['octubre', 'october'],
  ['noviembre', 'november'],
  ['diciembre', 'december'],
];
/** From Sunday, as `getUTCDay` counts. */
const WEEKDAYS = [
  ['domingo', 'sunday'],
  ['lunes', 'monday'],
  ['martes', 'tuesday'],
  ['miercoles', 'wednesday'],
  ['jueves', 'thursday'],
  ['viernes', 'friday'],
  ['sabado', 'saturday'],
];

/** @returns the index of the name that starts with a word of three letters or more; -1 if none does. */
const placeIn = (names: readonly (readonly string[])[], word: string): number =>
  word.length < 3 ? -1 : names.findIndex((each) => each.some((name) => name.startsWith(word)));

/** @returns the day as `2026-11-24`, or undefined if it does not exist. */
const dayOf = (year: number, month: number, day: number): string | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.toISOString().slice(0, 10) : undefined;
};

/** @returns `2026-11-24` as people in Peru write it: 24/11/2026. */
export const peruvianDay = (day: string): string => day.split('-').reverse().join('/');

/** Longer text is not a date. */
const MAX_LENGTH = 60;

const NOT_A_DATE = bad('No es una fecha', 'Escríbala como 24/11/2026');

interface Parts {
  year: number | undefined;
  month: number;
  day: number;
  rest: string;
}

const fullYear = (text: string): number => (text.length === 2 ? 2000 : 0) + Number(text);

const SHAPES: readonly (readonly [RegExp, (found: readonly string[]) => Parts | undefined])[] = [
  [
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/,
    ([all = '', year = '', month, day]) => ({ year: Number(year), month: Number(month), day: Number(day), rest: all }),
  ],
  [
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/,
    ([all = '', day, month, year = '']) => ({
      year: fullYear(year),
      month: Number(month),
      day: Number(day),
      rest: all,
    }),
  ],
  [
    /^(20\d{2})([01]\d)([0-3]\d)(?!\d)/,
    ([all = '', year, month, day]) =>
      Number(month) > 12 ? undefined : { year: Number(year), month: Number(month), day: Number(day), rest: all },
  ],
  [
    /^([0-3]\d)([01]\d)(20\d{2})(?!\d)/,
    ([all = '', day, month, year]) => ({ year: Number(year), month: Number(month), day: Number(day), rest: all }),
  ],
  [
    /^(\d{1,2})[-/. ]{0,2}(?:de )?([a-z]{3,10})(?:[-/., ]{1,2}(?:del? )?(?:ano )?(\d{4}|\d{2})(?![\d:]))?/,
    ([all = '', day, word = '', year]) => {
      const month = placeIn(MONTHS, word) + 1;
      return month === 0
        ? undefined
        : { year: year === undefined ? undefined : fullYear(year), month, day: Number(day), rest: all };
    },
  ],
  [
    /^([a-z]{3,10})[. ]{1,2}(\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/,
    ([all = '', word = '', day, year]) => {
      const month = placeIn(MONTHS, word) + 1;
      return month === 0 ? undefined : { year: Number(year), month, day: Number(day), rest: all };
    },
  ],
  [
    /^(\d{1,2})[-/](\d{1,2})(?![-/.:\d])/,
    ([all = '', day, month]) => ({ year: undefined, month: Number(month), day: Number(day), rest: all }),
  ],
];

/** @returns the parts of a date at the beginning of a text, and what follows. */
function partsOf(text: string): Parts | undefined {
  for (const [shape, read] of SHAPES) {
    const found = shape.exec(text);
    const parts = found && read(found);
    if (parts) return { ...parts, rest: text.slice(parts.rest.length) };
  }
  return undefined;
}

/** @returns the day with this month and day that is closest to today. */
function nearestDay(month: number, day: number, today: string): string | undefined {
  const year = Number(today.slice(0, 4));
  const days = [year - 1, year, year + 1].flatMap((each) => dayOf(each, month, day) ?? []);
  const away = (each: string): number => Math.abs(Date.parse(each) - Date.parse(today));
  return days.sort((one, other) => away(one) - away(other))[0];
}

function instant([, year, month, day, hour, minute, second = '00', zone = '']: readonly string[], timeZone: string) {
  if (dayOf(Number(year), Number(month), Number(day)) === undefined) return NOT_A_DATE;
  const offset = /^[a-z]/.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const at = new Date(`${year ?? ''}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second}${offset}`);
  if (Number.isNaN(at.getTime())) return NOT_A_DATE;
  const local = localOf(at, timeZone);
  const isUtcMidnight = at.getTime() % MS_PER_DAY === 0;
  return {
    value: { day: local.date, time: local.time.slice(0, 5), ...(isUtcMidnight && { isUtcMidnight: true as const }) },
  };
}

/** @returns a text without the weekday before a date, and the weekday as `getUTCDay` counts; -1 without one. */
function withoutWeekday(text: string): { text: string; weekday: number } {
  const [all = '', word = ''] = /^([a-z]{3,10})[.,]{0,2} (?=\d|[a-z])/.exec(text) ?? [];
  const weekday = placeIn(WEEKDAYS, word);
  // «mar» may be «marzo»: a month is followed by a day and a year.
  if (weekday < 0 || /^[a-z]+[. ]+\d{1,2},? \d{4}$/.test(text)) return { text, weekday: -1 };
  return { text: text.slice(all.length), weekday };
}

function dated({ year, month, day }: Parts, weekday: number, { today, monthFirst }: Partial<Calendar>): Read<string> {
  if (year === undefined) {
    const near = today === undefined ? undefined : nearestDay(month, day, today);
    return bad('Falta el año', 'Escríbala como 24/11/2026', near && peruvianDay(near));
  }
  const value = dayOf(year, month, day);
  const swapped = dayOf(year, day, month);
  if (value === undefined)
    return month > 12 && swapped !== undefined
      ? bad('El mes no existe', 'Escriba primero el día: 24/11/2026', peruvianDay(swapped))
      : NOT_A_DATE;
  if (weekday >= 0 && new Date(value).getUTCDay() !== weekday)
    return bad(
      `Ese día es ${WEEKDAYS[new Date(value).getUTCDay()]?.[0] ?? ''}`,
      'Corrija la fecha o quite el día de la semana',
    );
  if (monthFirst === true && swapped !== undefined && swapped !== value)
    return bad(
      'No se sabe cuál es el mes',
      'Otra fecha del archivo tiene primero el mes; escríbala como 24/11/2026',
      peruvianDay(swapped),
    );
  return { value };
}

/** @param text folded. @returns the day that it starts with; without a year, the one closest to today. */
export function dayAt(text: string, today: string): string | undefined {
  const parts = partsOf(text);
  if (!parts) return undefined;
  const { year, month, day } = parts;
  return year === undefined ? nearestDay(month, day, today) : dayOf(year, month, day);
}

/** Dates older than this many days are considered typing errors. */
const OLDEST_DAYS = 30;
const NEWEST_DAYS = 366;

/** @returns the number of days from today to another day. */
export const daysFrom = (today: string, day: string): number => (Date.parse(day) - Date.parse(today)) / MS_PER_DAY;

/** @returns whether orders can have this day. */
export const isNearToday = (today: string, day: string): boolean =>
  daysFrom(today, day) >= -OLDEST_DAYS && daysFrom(today, day) <= NEWEST_DAYS;

/** @returns whether a text starts with a date that can only have its month first: 11/24/2026. */
export function isMonthFirst(text: string): boolean {
  const [, first, second] = /^\s*(\d{1,2})[-/.](\d{1,2})[-/.](?:\d{4}|\d{2})(?!\d)/.exec(text) ?? [];
  return Number(first) >= 1 && Number(first) <= 12 && Number(second) > 12 && Number(second) <= 31;
}

/**
 * Reads a day, a time, or both, as people, programs and spreadsheets write them: 24/11/2026, martes 24 de noviembre de
 * 2026, 24-nov-26 9:00 a. m., 46350.375, 2026-11-25T02:00:00Z. An instant is converted to the time zone of `calendar`.
 */
export function readMoment(written: string, calendar: Partial<Calendar> = {}): Read<Moment> {
  const serial = SERIAL.exec(written);
  if (serial) {
    const [, days, fraction] = serial;
    const minutes = Math.round(Number(fraction ?? 0) * 1440);
    const day = new Date((Number(days) - 25_569) * MS_PER_DAY).toISOString().slice(0, 10);
    return { value: { day, time: fraction === undefined || minutes >= 1440 ? null : clockText(minutes) } };
  }
  if (FRACTION.test(written)) {
    const minutes = Math.round(Number(written) * 1440);
    return minutes >= 1440 ? NOT_A_DATE : { value: { day: null, time: clockText(minutes) } };
  }
  if (written.length > MAX_LENGTH) return NOT_A_DATE;
  // Most dates and times have no letters.
  const text = /^[\d/:. -]+$/.test(written) ? written : fold(written);
  const zoned = INSTANT.exec(text);
  if (zoned) return instant(zoned, calendar.timeZone ?? 'UTC');
  const clock = clockOf(text);
  if (clock) return { value: { day: null, time: clockText(clock.minutes) } };
  const { text: bare, weekday } = withoutWeekday(text);
  const parts = partsOf(bare);
  if (!parts) return NOT_A_DATE;
  const rest = /^[t, ]*(.*)$/.exec(parts.rest)?.[1] ?? '';
  const time = rest === '' ? null : clockOf(rest);
  if (time === undefined || (rest !== '' && rest === parts.rest)) return NOT_A_DATE;
  const day = dated(parts, weekday, calendar);
  return 'value' in day ? { value: { day: day.value, time: time && clockText(time.minutes) } } : day;
}

/** Reads a day as `2026-11-24`. Ignores a time after it. */
export function readDay(text: string, calendar: Partial<Calendar> = {}): Read<string> {
  const read = readMoment(text, calendar);
  if (!('value' in read)) return read;
  return read.value.day === null ? NOT_A_DATE : { value: read.value.day };
}

/**
 * Reads a time of day as `HH:MM`: 9:00, 09:00:00, 9 am, 1:30 p. m., 13.30, or the fraction of a day in a spreadsheet.
 */
export function readTime(text: string): Read<string> {
  const read = readMoment(text);
  if ('value' in read && read.value.time !== null) return { value: read.value.time };
  return bad('No es una hora', 'Escríbala como 09:00');
}
