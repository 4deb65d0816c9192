// Apart from the other contracts, which the login page does not download.
import { localOf } from '@despacho/contracts/zoned-time';

export { type DateParts, partsOf } from '@despacho/contracts/zoned-time';

/**
 * @param instant in milliseconds.
 * @returns date and time in a time zone, as text that sorts by time: `2026-11-20` and `15:30:00`.
 */
export const localIn = (timeZone: string, instant: number): ReturnType<typeof localOf> =>
  localOf(new Date(instant), timeZone);

/** @param instant in milliseconds. @returns the time of day in a time zone: `14:05`. */
export const timeIn = (timeZone: string, instant: number): string => localIn(timeZone, instant).time.slice(0, 5);
