import { Failure } from '../problems/failure.ts';
import { type Counter, type Counters, slotOf } from './counters.ts';
import { type KeyedHash } from './keyed-hash.ts';
import { networksOf, OFFICES_PER_SITE } from './networks-of.ts';
import { timeLeft } from './time-left.ts';

/**
 * Refused links and codes of an address: couriers of one office share its address on the first morning. The link itself
 * is void after a few wrong codes, and cannot be guessed.
 */
const REFUSALS_PER_HOUR = 60;

const hourly = (burst: number) => ({ burst, everyMs: 3_600_000 / burst });

export interface EnrolmentThrottle {
  /**
   * Counts an attempt as refused until it is taken back, so that concurrent ones cannot exceed the limit.
   * @throws Failure `too-many-attempts` with the remaining time, or `unavailable`.
   */
  begin(address: string): Promise<{ takeBack(): Promise<void> }>;
}

async function reachable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw new Failure('unavailable', { note: 'enrolment counters unreachable', retryAfterSeconds: 5 });
  }
}

export function createEnrolmentThrottle({
  counters,
  hash,
}: {
  counters: Counters;
  hash: KeyedHash;
}): EnrolmentThrottle {
  const countersOf = (address: string): Counter[] => {
    const { own, site } = networksOf(address);
    const slot = (network: string) => slotOf(hash('enrolment', network));
    const ownCounter = { table: 'enrolment', slot: slot(own), limit: hourly(REFUSALS_PER_HOUR) };
    if (site === undefined) return [ownCounter];
    return [
      ownCounter,
      { table: 'enrolment-site', slot: slot(site), limit: hourly(REFUSALS_PER_HOUR * OFFICES_PER_SITE) },
    ];
  };
  return {
    async begin(address) {
      const taken = countersOf(address);
      const full = await reachable(counters.take(taken));
      if (full)
        throw new Failure('too-many-attempts', {
          detail: `Demasiados intentos. Espere ${timeLeft(full.waitMs)} y vuelva a intentar.`,
          retryAfterSeconds: Math.ceil(full.waitMs / 1000),
          log: { ip: address, limit: full.table },
        });
      return { takeBack: () => reachable(counters.giveBack(taken)) };
    },
  };
}
