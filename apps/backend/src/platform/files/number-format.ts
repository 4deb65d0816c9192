import { EXACT_DIGITS } from './cell-text.ts';
import { DAYS_OF_1904 } from './sheet.ts';

/** How a cell displays a number. */
export type NumberFormat =
  | { kind: 'plain' }
  | { kind: 'date'; date: boolean; time: boolean; elapsed: boolean; seconds: boolean }
  | { kind: 'percent'; decimals: number }
  /** Parts of a pattern such as `0000-0000`: a placeholder of a digit, or literal text. */
  | { kind: 'digits'; parts: (string | { zero: boolean })[] }
  /** The first section that applies to the value is used. */
  | {
      kind: 'sections';
      sections: { applies: (value: number) => boolean; format: NumberFormat; isAbsolute: boolean }[];
    };

/** The number itself. */
export const PLAIN: NumberFormat = { kind: 'plain' };

const dates = (date: boolean, time: boolean, seconds = false, elapsed = false): NumberFormat => ({
  kind: 'date',
  date,
  time,
  elapsed,
  seconds,
});

/** Built-in formats, which workbooks do not define: first and last id of a range. ECMA-376 part 1, 18.8.30. */
const BUILT_IN: readonly (readonly [number, number, NumberFormat])[] = [
  [9, 9, { kind: 'percent', decimals: 0 }],
  [10, 10, { kind: 'percent', decimals: 2 }],
  [14, 17, dates(true, false)],
  [18, 21, dates(false, true, true)],
  [22, 22, dates(true, true)],
  [27, 31, dates(true, false)],
  [32, 33, dates(false, true, true)],
  [34, 36, dates(true, false)],
  [45, 45, dates(false, true, true)],
  [46, 46, dates(false, true, true, true)],
  [47, 47, dates(false, true, true)],
  [50, 58, dates(true, false)],
];

/** @returns the built-in format with this id; `PLAIN` for any other id. */
export const builtInFormat = (id: number): NumberFormat =>
  BUILT_IN.find(([first, last]) => id >= first && id <= last)?.[2] ?? PLAIN;

/** Characters of a format that are read: spreadsheets allow 255. */
const MAX_CODE = 255;

/** A part of a format code: quoted or escaped text, brackets, a section end, or one character. */
const TOKENS = /"([^"]*)"?|\\(.)|[_*](.)|\[([^\]]*)\]|(general|est[aá]ndar|standard|am\/pm|a\/p|[^"\\[])/giu;

interface Token {
  text: string;
  kind: 'literal' | 'bracket' | 'code';
}

const tokensOf = (code: string): Token[] =>
  Array.from(code.slice(0, MAX_CODE).matchAll(TOKENS), ([, quoted, escaped, padding, bracket, own]): Token => {
    if (bracket !== undefined) return { text: bracket, kind: 'bracket' };
    if (own !== undefined) return { text: own, kind: 'code' };
    return { text: padding === undefined ? (quoted ?? escaped ?? '') : '', kind: 'literal' };
  });

function sectionsOf(tokens: readonly Token[]): Token[][] {
  const sections: Token[][] = [[]];
  for (const token of tokens)
    if (token.kind === 'code' && token.text === ';') sections.push([]);
    else sections.at(-1)?.push(token);
  return sections;
}

const ELAPSED = /^(?:h+|m+|s+)$/i;
/** A currency or sign before a number, which the value is read without. */
const CURRENCY = /^[\s(+-]*(?:s\/\.?|pen|us\$|usd|\$|€|eur|soles)?[\s(+-]*$/i;
/** Thousands separators that are written as literal text. */
const THOUSANDS = /^[\s'’]$/;

function dateOf(tokens: readonly Token[]): NumberFormat | undefined {
  const elapsed = tokens.some(({ kind, text }) => kind === 'bracket' && ELAPSED.test(text));
  const letters = tokens.flatMap(({ kind, text }) => (kind === 'code' ? [text.toLowerCase()] : []));
  if (letters.some((each) => /^(?:general|est[aá]ndar|standard|[0#?])$/.test(each))) {
    // Fractions of a second, as in `ss.000`, are the only digits in a date.
    if (!elapsed && !letters.includes('s')) return undefined;
  }
  const has = (...some: string[]): boolean => some.some((each) => letters.includes(each));
  const time = elapsed || has('h', 's', 'am/pm', 'a/p');
  const isMonth = has('m') && (!time || letters.join('').includes('mmm'));
  const date = has('y', 'd', 'a', 'j', 'b') || isMonth;
  return date || time ? dates(date, time, has('s'), elapsed) : undefined;
}

function digitsOf(tokens: readonly Token[]): NumberFormat {
  const parts: (string | { zero: boolean })[] = [];
  for (const { kind, text } of tokens) {
    if (kind === 'bracket') {
      // A currency, as in `[$S/-280A]`; others are colours and conditions.
      const [, currency] = /^\$([^-]*)/.exec(text) ?? [];
      if (currency) parts.push(currency);
    } else if (kind === 'literal') parts.push(text);
    else if (text === '0' || text === '#' || text === '?') parts.push({ zero: text === '0' });
    else if (/^[-+()/: $1-9]$/.test(text)) parts.push(text);
    else return PLAIN;
  }
  const isDigit = (part: string | { zero: boolean }): boolean => typeof part !== 'string';
  const first = parts.findIndex(isDigit);
  const last = parts.findLastIndex(isDigit);
  if (first < 0) return PLAIN;
  const inner = parts.slice(first, last + 1);
  const literals = inner.filter((part) => typeof part === 'string');
  if (literals.includes('/')) return PLAIN;
  const prefix = parts
    .slice(0, first)
    .filter((part) => typeof part === 'string')
    .join('');
  const zeros = inner.filter((part) => typeof part !== 'string' && part.zero).length;
  const isShown = zeros > 1 || literals.some((each) => each !== '' && !THOUSANDS.test(each)) || !CURRENCY.test(prefix);
  return isShown ? { kind: 'digits', parts } : PLAIN;
}

function sectionFormat(tokens: readonly Token[]): NumberFormat {
  const date = dateOf(tokens);
  if (date) return date;
  const codes = tokens.flatMap(({ kind, text }) => (kind === 'code' ? [text] : [])).join('');
  if (codes.includes('%')) return { kind: 'percent', decimals: /\.([0#?]+)/.exec(codes)?.[1]?.length ?? 0 };
  return digitsOf(tokens);
}

const CONDITION = /^([<>]=?|=|<>)\s*(-?\d+(?:\.\d+)?)$/;
const COMPARE: Record<string, (value: number, limit: number) => boolean> = {
  '<': (value, limit) => value < limit,
  '>': (value, limit) => value > limit,
  '<=': (value, limit) => value <= limit,
  '>=': (value, limit) => value >= limit,
  '=': (value, limit) => value === limit,
  '<>': (value, limit) => value !== limit,
};

function conditionOf(tokens: readonly Token[]): ((value: number) => boolean) | undefined {
  for (const { kind, text } of tokens) {
    const [, operator = '', limit] = kind === 'bracket' ? (CONDITION.exec(text) ?? []) : [];
    const compare = COMPARE[operator];
    if (compare) return (value) => compare(value, Number(limit));
  }
  return undefined;
}

/** @returns the format of a code such as `dd/mm/yyyy` or `00000000`, as far as it affects how a value is read. */
export function parseFormat(code: string): NumberFormat {
  const sections = sectionsOf(tokensOf(code)).slice(0, 3);
  const conditions = sections.map(conditionOf);
  const formats = sections.map(sectionFormat);
  if (sections.length === 1 && !conditions[0]) return formats[0] ?? PLAIN;
  if (formats.every(({ kind }) => kind === 'plain')) return PLAIN;
  const isUsual: ((value: number) => boolean)[] = [(value) => value > 0, (value) => value < 0, () => true];
  if (sections.length === 2) isUsual[0] = (value) => value >= 0;
  const isConditional = conditions.some(Boolean);
  return {
    kind: 'sections',
    sections: formats.map((format, index) => ({
      applies: conditions[index] ?? (isConditional ? () => true : (isUsual[index] ?? (() => true))),
      format,
      // The section of negative numbers has its own sign.
      isAbsolute: index === 1 && !isConditional && format.kind === 'digits',
    })),
  };
}

const two = (value: number): string => String(value).padStart(2, '0');
const DAY_SECONDS = 86_400;
const DAY_MS = 86_400_000;
/** Days from 1899-12-30 to 1970-01-01, and the last day that spreadsheets show: 9999-12-31. */
const EPOCH = 25_569;
const LAST_DAY = 2_958_465;

/** @returns a date and time as `2026-11-25 09:00`; undefined for one that spreadsheets cannot display. */
function dateText(
  value: number,
  format: Extract<NumberFormat, { kind: 'date' }>,
  from1904: boolean,
): string | undefined {
  const total = Math.round(value * DAY_SECONDS) + (from1904 && format.date ? DAYS_OF_1904 * DAY_SECONDS : 0);
  if (total < 0 || total >= (LAST_DAY + 1) * DAY_SECONDS) return undefined;
  const days = Math.floor(total / DAY_SECONDS);
  const seconds = total % DAY_SECONDS;
  const hours = Math.floor((format.elapsed ? total : seconds) / 3600);
  const clock = [two(hours), two(Math.floor(seconds / 60) % 60)];
  if (format.seconds && seconds % 60 > 0) clock.push(two(seconds % 60));
  // Spreadsheets count 1900 as a leap year, and show day 0 as 1900-01-00.
  const day =
    // day: the date of a serial number.
    days === 0 ? '1900-01-00' : new Date((days + (days < 60 ? 1 : 0) - EPOCH) * DAY_MS).toISOString().slice(0, 10);
  return [...(format.date ? [day] : []), ...(format.time ? [clock.join(':')] : [])].join(' ');
}

function digitText(value: number, parts: readonly (string | { zero: boolean })[]): string {
  let digits = String(Math.abs(value));
  let result = '';
  const first = parts.findIndex((part) => typeof part !== 'string');
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index] ?? '';
    if (typeof part === 'string') result = part + result;
    else if (index === first) {
      result = (digits === '' && part.zero ? '0' : digits) + result;
      digits = '';
    } else {
      result = (digits === '' ? (part.zero ? '0' : '') : digits.slice(-1)) + result;
      digits = digits.slice(0, -1);
    }
  }
  return (value < 0 ? '-' : '') + result.trim();
}

/** @returns a number as people write it: 45.9 for 45.899999999999999 in the file. */
function plainNumber(value: number): string {
  const text = String(Number(value.toPrecision(EXACT_DIGITS)));
  return text.includes('e-') ? value.toFixed(EXACT_DIGITS).replace(/\.?0+$/, '') : text;
}

/**
 * @param from1904 whether the workbook counts days from 1904.
 * @returns what the sheet shows for a number, if that is more than the number: dates as `2026-11-25 09:00`, leading
 * zeros, separators within codes, percentages. Otherwise the number without currency, thousands separators and
 * rounding. Undefined for a date that spreadsheets cannot display.
 */
export function shownNumber(value: number, format: NumberFormat, from1904: boolean): string | undefined {
  if (format.kind === 'sections') {
    const section = format.sections.find(({ applies }) => applies(value));
    if (!section) return plainNumber(value);
    return shownNumber(section.isAbsolute ? Math.abs(value) : value, section.format, from1904);
  }
  if (format.kind === 'date') return dateText(value, format, from1904);
  if (format.kind === 'percent') return `${Number((value * 100).toFixed(Math.min(format.decimals, 15)))}%`;
  // A number with decimals is an amount; the digits pattern would drop them.
  if (format.kind === 'digits' && Number.isInteger(value)) return digitText(value, format.parts);
  return plainNumber(value);
}
