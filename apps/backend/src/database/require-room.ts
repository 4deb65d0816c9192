import { formatNumber } from '../format-number.ts';
import { Refusal } from '../refusal.ts';
import { CEILINGS } from './table-bounds.ts';

/**
 * Refuses one more row of a table that has its maximum.
 * @param count of the rows there are, read under a lock that serializes those who add one.
 * @throws Refusal conflict with a message that says what to do.
 */
export function requireRoom(of: keyof typeof CEILINGS, count: number): void {
  const { most, full } = CEILINGS[of];
  if (count < most) return;
  throw new Refusal('conflict', `La oficina ya tiene ${formatNumber(most)} ${full}`);
}
