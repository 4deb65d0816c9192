const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @returns the time since `instant` in the largest whole unit: «hace 12 s», «hace 14 min», «hace 3 h», «hace 2 d». */
export function formatRelative(instant: Date | string, now: Date = new Date()): string {
  const age = Math.max(0, now.getTime() - new Date(instant).getTime());
  if (age < MINUTE) return `hace ${Math.floor(age / SECOND)} s`;
  if (age < HOUR) return `hace ${Math.floor(age / MINUTE)} min`;
  if (age < DAY) return `hace ${Math.floor(age / HOUR)} h`;
  return `hace ${Math.floor(age / DAY)} d`;
}
