/* day: the clock of a zone, which the rule reads. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a format takes longer than using it a hundred times. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('es-PE', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** The parts of a formatted date by name. */
export type DateParts = Readonly<Partial<Record<Intl.DateTimeFormatPartTypes, string>>>;

/** @returns the parts of a formatted instant by name: their order and the signs between them depend on ICU's version. */
export const partsOf = (format: Intl.DateTimeFormat, instant: Date): DateParts =>
  Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));

const twoDigits = (part = ''): string => part.padStart(2, '0');

/** Local date and time of a zone at an instant, as text that sorts by time: `2026-11-20` and `15:30:00`. */
export function localOf(instant: Date, timeZone: string): { date: string; time: string } {
  const { year, month, day, hour, minute, second } = partsOf(formatOf(timeZone), instant);
  // Some versions write midnight as 24 whatever the options are.
  const time = [hour === '24' ? '' : hour, minute, second].map(twoDigits).join(':');
  return { date: [year, month, day].map(twoDigits).join('-'), time };
}

/** @returns the date some days later; before, if negative. */
export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** Zone offsets change at full quarter hours. */
const QUARTER_MS = 900_000;
const MAX_OFFSETS = 10_000;
const offsets = new Map<string, number>();

/** The zone's offset from UTC at an instant, in milliseconds. Cached: an import needs few days, thousands of times. */
function offsetAt(instant: Date, timeZone: string): number {
  const quarter = Math.floor(instant.getTime() / QUARTER_MS);
  const key = `${timeZone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const { date, time } = localOf(new Date(quarter * QUARTER_MS), timeZone);
  const offset = Date.parse(`${date}T${time}Z`) - quarter * QUARTER_MS;
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/**
 * The instant of a local date and time in a zone. A time skipped in spring maps to the hour after; for a repeated hour
 * in autumn it is one of the two.
 * @param time `HH:MM`, or `24:00` for the end of the day.
 */
export function instantOf(date: string, time: string, timeZone: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const asIfUtc = Date.parse(`${date}T00:00:00Z`) + (hours * 60 + minutes) * 60_000;
  const guess = asIfUtc - offsetAt(new Date(asIfUtc), timeZone);
  // Corrects the guess if the offset changes between both.
  const better = asIfUtc - offsetAt(new Date(guess), timeZone);
  const right = [better, guess].find((instant) => asIfUtc - offsetAt(new Date(instant), timeZone) === instant);
  return new Date(right ?? Math.max(better, guess));
}
