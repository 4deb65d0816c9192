const WRITTEN = /^(\d{1,2})(?:[:.h ]?([0-5]\d))?\s*(?:h|hrs?)?\s*([ap])?\.?\s?(?:m\.?)?$/i;

/**
 * @param text a time as people write it: «9», «930», «9:30», «9.30 pm», «21h».
 * @returns the time as `HH:MM`, or undefined if it is not a time.
 */
export function readTime(text: string): string | undefined {
  const [, hours, minutes = '00', half] = WRITTEN.exec(text.trim()) ?? [];
  if (hours === undefined) return undefined;
  const hour = Number(hours);
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined;
  const full = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return full > 23 ? undefined : `${String(full).padStart(2, '0')}:${minutes}`;
}
