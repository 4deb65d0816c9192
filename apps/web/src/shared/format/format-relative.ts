const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @returns a span of milliseconds in its largest whole unit: «12 s», «14 min», «3 h», «2 d». */
export function spanText(span: number): string {
  if (span < MINUTE) return `${Math.floor(span / SECOND)} s`;
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`;
  if (span < DAY) return `${Math.floor(span / HOUR)} h`;
  return `${Math.floor(span / DAY)} d`;
}

/** @returns the time since `instant`: «hace 12 s», «hace 14 min». */
export const formatRelative = (instant: Date | string, now: Date = new Date()): string =>
  `hace ${spanText(Math.max(0, now.getTime() - new Date(instant).getTime()))}`;
