import { type Courier } from '@despacho/contracts/dispatch';

/**
 * @param time of day at the office, «08:05».
 * @returns whether the courier is on shift, and a text: «hasta 18:00», «entra 08:00», «salió 18:00».
 */
export function shiftState({ from, to }: Courier['shift'], time: string): { on: boolean; text: string } {
  if (time < from) return { on: false, text: `entra ${from}` };
  if (time >= to) return { on: false, text: `salió ${to}` };
  return { on: true, text: `hasta ${to}` };
}
