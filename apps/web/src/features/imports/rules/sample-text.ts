import { type ImportColumnKey } from '@despacho/contracts/dispatch';

const DAY_KEYS: readonly (ImportColumnKey | undefined)[] = ['date', 'windowFrom', 'windowTo'];
const TIME_KEYS: readonly (ImportColumnKey | undefined)[] = ['windowFrom', 'windowTo', 'window'];

const MS_PER_DAY = 86_400_000;
/** Spreadsheet dates, as days since 1899-12-30, of the years 1982 to 2119. */
const SERIAL = /^([3-7]\d{4})(\.\d+)?$/;
const EPOCH_DAYS = 25_569;

const two = (value: number): string => String(value).padStart(2, '0');

/** @returns a fraction of a day as a time: «09:00» for 0.375. */
function timeText(part: number): string {
  const minutes = Math.round(part * 1440);
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}

/**
 * @param key the field that the column has.
 * @returns a value of a column as people write it: dates as 25/11/2026, also those that spreadsheets store as numbers.
 */
export function sampleText(sample: string, key: ImportColumnKey | undefined): string {
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d:\d\d)(?::\d\d)?)?$/.exec(sample);
  if (iso) {
    const [, year = '', month = '', day = '', time] = iso;
    return `${day}/${month}/${year}${time === undefined ? '' : ` ${time}`}`;
  }
  const [, days, part] = SERIAL.exec(sample) ?? [];
  if (days !== undefined && DAY_KEYS.includes(key)) {
    // day: the date of a serial number.
    const date = new Date((Number(days) - EPOCH_DAYS) * MS_PER_DAY).toISOString().slice(0, 10);
    return sampleText(date, key) + (part === undefined ? '' : ` ${timeText(Number(part))}`);
  }
  return TIME_KEYS.includes(key) && /^0?\.\d+$/.test(sample) ? timeText(Number(sample)) : sample;
}

/** @returns whether a value, as shown, contains a date. */
export const hasDay = (shown: string): boolean => /\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d\d-\d\d/.test(shown);
