import { Failure } from '#problems/failure.ts';
import { type Counter, type Full, type Limit, slotOf } from './counters.ts';
import { type KeyedHash } from './keyed-hash.ts';
import { networksOf } from '@despacho/server/networks-of';
import { OFFICES_PER_SITE } from './sites.ts';
import { timeLeft } from './time-left.ts';

const HOUR_MS = 3_600_000;

/**
 * Counters of the failed attempts of an address, and of its site if it has one.
 * @param tables of the two counters.
 * @param perHour attempts that an address may fail in a burst, and again in each hour.
 */
export function addressCounters(
  hash: KeyedHash,
  address: string,
  tables: { own: string; site: string },
  perHour: number,
): Counter[] {
  const { own, site } = networksOf(address);
  const counter = (table: string, network: string, burst: number): Counter => {
    const limit: Limit = { burst, everyMs: HOUR_MS / burst };
    return { table, slot: slotOf(hash(table, network)), limit };
  };
  const ownCounter = counter(tables.own, own, perHour);
  return site === undefined ? [ownCounter] : [ownCounter, counter(tables.site, site, perHour * OFFICES_PER_SITE)];
}

/** @returns the refusal of an attempt, with the remaining time. */
export const tooManyAttempts = ({ waitMs, table }: Full, log: Readonly<Record<string, string>>): Failure =>
  new Failure('too-many-attempts', {
    detail: `Demasiados intentos. Espere ${timeLeft(waitMs)} y vuelva a intentar.`,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
    log: { ...log, limit: table },
  });
