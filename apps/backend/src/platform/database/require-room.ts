import { formatNumber } from '../format-number.ts';
import { conflict } from '../refusal.ts';
import { CEILINGS } from './table-bounds.ts';

/**
 * Refuses another row for a table that has the maximum.
 * @param count current number of rows, read under a lock that serializes inserts.
 * @throws Refusal conflict with a message that says what to do.
 */
export function requireRoom(of: keyof typeof CEILINGS, count: number): void {
  const { most, full } = CEILINGS[of];
  if (count < most) return;
  throw conflict(`La oficina ya tiene ${formatNumber(most)} ${full}`);
}
