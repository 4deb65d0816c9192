import { type Courier } from '@despacho/contracts/dispatch';
import { zonedFormat } from '#shared/format/zoned-format.ts';

const timeOf = zonedFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** @returns the time of day in a time zone: «08:05». */
export const clockTimeIn = (now: Date, timeZone: string): string => timeOf(timeZone).format(now);

/**
 * @param time of day at the office, «08:05».
 * @returns whether the courier is on shift, and a text: «hasta 18:00», «entra 08:00», «salió 18:00».
 */
export function shiftState({ from, to }: Courier['shift'], time: string): { on: boolean; text: string } {
  if (time < from) return { on: false, text: `entra ${from}` };
  if (time >= to) return { on: false, text: `salió ${to}` };
  return { on: true, text: `hasta ${to}` };
}
