const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes longer than using it a hundred times. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
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

/** What clocks and calendars of a zone show at an instant, as text that sorts by time: `2026-11-20` and `15:30:00`. */
export function localOf(instant: Date, timeZone: string): { date: string; time: string } {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts;
  return { date: `${year}-${month}-${day}`, time: `${hour}:${minute}:${second}` };
}

/** Clocks are changed at full quarters of an hour. */
const QUARTER_MS = 900_000;
const MOST_OFFSETS = 10_000;
const offsets = new Map<string, number>();

/** How far the zone is ahead of UTC at an instant, in milliseconds. Remembered: an import asks for a few days a thousand times. */
function offsetAt(instant: Date, timeZone: string): number {
  const quarter = Math.floor(instant.getTime() / QUARTER_MS);
  const key = `${timeZone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const { date, time } = localOf(new Date(quarter * QUARTER_MS), timeZone);
  const offset = Date.parse(`${date}T${time}Z`) - quarter * QUARTER_MS;
  if (offsets.size >= MOST_OFFSETS) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/**
 * The instant at which a zone's clocks show a day and time. In the hour that is skipped in spring it is the one after;
 * in the hour that comes twice in autumn, one of the two.
 * @param time `HH:MM`, or `24:00` for the end of the day.
 */
export function instantOf(date: string, time: string, timeZone: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const asIfUtc = Date.parse(`${date}T00:00:00Z`) + (hours * 60 + minutes) * 60_000;
  const guess = asIfUtc - offsetAt(new Date(asIfUtc), timeZone);
  // The offset there may be another than at the guess's own starting point, when the clocks change between them.
  const better = asIfUtc - offsetAt(new Date(guess), timeZone);
  const right = [better, guess].find((instant) => asIfUtc - offsetAt(new Date(instant), timeZone) === instant);
  return new Date(right ?? Math.max(better, guess));
}
