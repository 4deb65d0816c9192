import { type Credentials } from '@despacho/contracts';
import { Failure } from '../problems/failure.ts';
import { accountName } from './account-name.ts';
import { type Counter, type Counters, type Limit, slotOf } from './counters.ts';
import { type KeyedHash } from './keyed-hash.ts';
import { type KnownAddresses } from './known-addresses.ts';
import { networksOf, OFFICES_PER_SITE } from './networks-of.ts';
import { timeLeft } from './time-left.ts';

/**
 * Failed logins of an account: ten at once, then one in five minutes. That is 22 in the first hour and 12 in each that
 * follows, a fifth of the 100 an hour that OWASP ASVS 4.0.3 (2.2.1) allows.
 */
export const ACCOUNT_LIMIT: Limit = { burst: 10, everyMs: 5 * 60_000 };

const HOUR_MS = 3_600_000;

/** A login under way. It is counted as failed until something better is known. */
export interface LoginAttempt {
  /** For the log: who it was about, unreadable without the secret. */
  account: string;
  /** Clears the account's counter, and not the address's. */
  succeeded(): Promise<void>;
  /** It was no failed login: the host did not say whether the password is right. */
  takeBack(): Promise<void>;
}

export interface LoginThrottle {
  /**
   * Counts a login before the host is asked, so that a thousand at the same moment do not pass as one.
   * @param address of the person, as Express tells it.
   * @throws Failure `too-many-attempts` with the time left, or `unavailable`.
   */
  begin(credentials: Credentials, address: string): Promise<LoginAttempt>;
  /** @returns what stands for an account in the log. */
  accountOf: (sucursal: string, username: string) => string;
}

interface Parts {
  counters: Counters;
  known: KnownAddresses;
  hash: KeyedHash;
  /** Failed logins an address may have at once, and again in each hour. */
  perAddress: number;
}

async function reachable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw new Failure('unavailable', { note: 'login counters unreachable', retryAfterSeconds: 5 });
  }
}

export function createLoginThrottle({ counters, known, hash, perAddress }: Parts): LoginThrottle {
  const hourly = (burst: number): Limit => ({ burst, everyMs: HOUR_MS / burst });

  const addressCounters = (address: string): Counter[] => {
    const { own, site } = networksOf(address);
    const ownCounter = { table: 'address', slot: slotOf(hash('address', own)), limit: hourly(perAddress) };
    if (site === undefined) return [ownCounter];
    const limit = hourly(perAddress * OFFICES_PER_SITE);
    return [ownCounter, { table: 'site', slot: slotOf(hash('site', site)), limit }];
  };

  const accountOf = (sucursal: string, username: string): string =>
    hash('account', accountName(sucursal, username)).toString('base64url').slice(0, 16);

  return {
    accountOf,
    async begin({ sucursal, username }, address) {
      const name = accountName(sucursal, username);
      const account = accountOf(sucursal, username);
      const { own } = networksOf(address);
      const here = hash('address', own).toString('base64url').slice(0, 16);
      // Where the account has been before it has a counter of its own: whoever guesses from elsewhere, or at the names of
      // colleagues from the same office, cannot keep its owner out.
      const counter = (await reachable(known.has(account, here)))
        ? { table: 'account-here', slot: slotOf(hash('account-here', `${own}\n${name}`)), limit: ACCOUNT_LIMIT }
        : { table: 'account', slot: slotOf(hash('account', name)), limit: ACCOUNT_LIMIT };
      const shared = counter.table === 'account' ? addressCounters(address) : [];
      const taken = [counter, ...shared];
      const full = await reachable(counters.take(taken));
      if (full)
        throw new Failure('too-many-attempts', {
          detail: `Demasiados intentos. Espere ${timeLeft(full.waitMs)} y vuelva a intentar.`,
          retryAfterSeconds: Math.ceil(full.waitMs / 1000),
          log: { account, ip: address, limit: full.table },
        });
      return {
        account,
        async succeeded() {
          await reachable(Promise.all([counters.clear(counter), counters.giveBack(shared), known.add(account, here)]));
        },
        takeBack: () => reachable(counters.giveBack(taken)),
      };
    },
  };
}
