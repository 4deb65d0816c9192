import { Refusal } from '../refusal.ts';

/**
 * Validates a day that orders are moved to.
 * @param today the office's date; both are `YYYY-MM-DD`.
 * @throws Refusal invalid for a day in the past.
 */
export function requireDay(day: string, today: string): void {
  if (day < today) throw new Refusal('invalid', 'Ese día ya pasó; elija hoy o uno posterior', undefined, 'date');
}
