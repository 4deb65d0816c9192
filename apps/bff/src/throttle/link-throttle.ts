import { orUnavailable } from '#problems/or-unavailable.ts';
import { type Counters } from './counters.ts';
import { addressCounters, tooManyAttempts } from './failed-attempts.ts';
import { type KeyedHash } from './keyed-hash.ts';

/**
 * Refused links and codes of an address: couriers of one office share its address on the first morning. A guest's link
 * with a mark was made by a gateway and is not counted (`GuestMarks`): the employees of a client share an address, too,
 * and open links that have expired.
 */
const REFUSALS_PER_HOUR = 60;

/**
 * Strength checks of an address, made while passwords are typed, and requests for the provider of a branch: a dozen of
 * each by forty people in a morning.
 */
const CHECKS_PER_HOUR = 600;

const PER_HOUR = {
  enrolment: REFUSALS_PER_HOUR,
  guest: REFUSALS_PER_HOUR,
  'password-link': REFUSALS_PER_HOUR,
  'password-check': CHECKS_PER_HOUR,
  provider: CHECKS_PER_HOUR,
} as const;

export interface LinkThrottle {
  /**
   * Counts an attempt as refused until it is returned, so that concurrent ones cannot exceed the limit.
   * @throws Failure `too-many-attempts` with the remaining time, or `unavailable`.
   */
  begin(address: string): Promise<{ takeBack(): Promise<void> }>;
}

/** @param table of the counters. */
export function createLinkThrottle(counters: Counters, hash: KeyedHash, table: keyof typeof PER_HOUR): LinkThrottle {
  const unreachable = `${table} counters unreachable`;
  return {
    async begin(address) {
      const taken = addressCounters(hash, address, { own: table, site: `${table}-site` }, PER_HOUR[table]);
      const full = await orUnavailable(counters.take(taken), unreachable);
      if (full) throw tooManyAttempts(full, { ip: address });
      return { takeBack: () => orUnavailable(counters.giveBack(taken), unreachable) };
    },
  };
}
