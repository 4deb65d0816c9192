/** A time of day, and how it was written. */
export interface Clock {
  /** Since midnight. */
  minutes: number;
  /** Written with «a. m.» or «p. m.». */
  half: 'a' | 'p' | null;
  /** Written with a leading zero or an hour after 12, so that it can only be a time of the 24-hour clock. */
  isPlain: boolean;
}

/** @returns minutes since midnight as `HH:MM`. */
export const clockText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** @param text folded. @returns the time of day, or undefined for other text. */
export function clockOf(text: string): Clock | undefined {
  const [, hour, minute = '0', half] =
    /^(\d{1,2})(?:(?:[:h]|\.(?=\d{2}(?!\d)))(\d{2}))?(?::\d{2}(?:[.,]\d{1,9})?)? ?(?:([ap])\.? ?m\.?|h\.?|hrs?\.?|hs\.?|horas?)?$/.exec(
      text,
    ) ?? [];
  if (hour === undefined) return undefined;
  const hours = Number(hour);
  if (half !== undefined && (hours < 1 || hours > 12)) return undefined;
  const full = half === undefined ? hours : (hours % 12) + (half === 'p' ? 12 : 0);
  if (full > 23 || Number(minute) > 59) return undefined;
  return {
    minutes: full * 60 + Number(minute),
    half: half === 'a' || half === 'p' ? half : null,
    isPlain: half === undefined && (/^0\d/.test(hour) || hours > 12),
  };
}
