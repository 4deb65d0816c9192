import { day as daySchema } from '@despacho/contracts/dispatch';

/** @returns why orders cannot be moved to a day, or undefined if they can. `today` is the office's date. */
export function dayError(day: string, today: string): string | undefined {
  if (!daySchema.safeParse(day).success) return 'Escriba el día, como 24/11/2026, o elíjalo en el calendario';
  return day < today ? 'Ese día ya pasó; elija hoy o uno posterior' : undefined;
}
