import { workingDay } from '@despacho/contracts/dispatch';
import { localOf } from './zoned-time.ts';

/** What an office's day depends on. */
export interface OfficeTime {
  timeZone: string;
  /** When its working day turns, `HH:MM`. */
  dayTurnsAt: string;
}

/** @returns the working day of an office at an instant. */
export const officeDay = (now: Date, { timeZone, dayTurnsAt }: OfficeTime): string =>
  workingDay(localOf(now, timeZone), dayTurnsAt);
