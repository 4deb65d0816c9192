import { type Credentials } from '@despacho/contracts';
import { orUnavailable } from '#problems/or-unavailable.ts';
import { accountName } from './account-name.ts';
import { type Counters, type Limit, slotOf } from './counters.ts';
import { addressCounters, tooManyAttempts } from './failed-attempts.ts';
import { type KeyedHash } from './keyed-hash.ts';
import { type KnownAddresses } from './known-addresses.ts';
import { networksOf } from '@despacho/server/networks-of';

/**
 * Failed logins of an account: a burst of ten, then one in five minutes. That is 22 in the first hour and 12 in each
 * following one, a fifth of the 100 an hour that OWASP ASVS 4.0.3 (2.2.1) allows.
 */
const ACCOUNT_LIMIT: Limit = { burst: 10, everyMs: 5 * 60_000 };

/** A pending login. It counts as failed until its result is known. */
interface LoginAttempt {
  /** For the log: a digest of the account. */
  account: string;
  /** Clears the account's counter, but not the address's. */
  succeeded(): Promise<void>;
  /** It was not a failed login: the host did not check the password. */
  takeBack(): Promise<void>;
}

export interface LoginThrottle {
  /**
   * Counts a login before the host is called, so that concurrent ones cannot exceed the limit.
   * @param address of the client, as Express returns it.
   * @throws Failure `too-many-attempts` with the remaining time, or `unavailable`.
   */
  begin(credentials: Credentials, address: string): Promise<LoginAttempt>;
  /** @returns the digest of an account for the log. */
  accountOf: (sucursal: string, username: string) => string;
}

interface Parts {
  counters: Counters;
  known: KnownAddresses;
  hash: KeyedHash;
  /** Failed logins an address may have in a burst, and again in each hour. */
  perAddress: number;
}

const UNREACHABLE = 'login counters unreachable';

/** @returns a function for the digest of an account in the log. */
export const createAccountOf =
  (hash: KeyedHash): LoginThrottle['accountOf'] =>
  (sucursal, username) =>
    hash('account', accountName(sucursal, username)).toString('base64url').slice(0, 16);

export function createLoginThrottle({ counters, known, hash, perAddress }: Parts): LoginThrottle {
  const accountOf = createAccountOf(hash);

  return {
    accountOf,
    async begin({ sucursal, username }, address) {
      const name = accountName(sucursal, username);
      const account = accountOf(sucursal, username);
      const { own } = networksOf(address);
      const here = hash('address', own).toString('base64url').slice(0, 16);
      // An address where the account has signed in before has its own counter: guesses from elsewhere, or for
      // colleagues in the same office, do not block its owner.
      const isKnown = await orUnavailable(known.has(account, here), UNREACHABLE);
      const counter = isKnown
        ? { table: 'account-here', slot: slotOf(hash('account-here', `${own}\n${name}`)), limit: ACCOUNT_LIMIT }
        : { table: 'account', slot: slotOf(hash('account', name)), limit: ACCOUNT_LIMIT };
      const shared = isKnown ? [] : addressCounters(hash, address, { own: 'address', site: 'site' }, perAddress);
      const taken = [counter, ...shared];
      const full = await orUnavailable(counters.take(taken), UNREACHABLE);
      if (full) throw tooManyAttempts(full, { account, ip: address });
      return {
        account,
        async succeeded() {
          const writes = [counters.clear(counter), counters.giveBack(shared), known.add(account, here)];
          await orUnavailable(Promise.all(writes), UNREACHABLE);
        },
        takeBack: () => orUnavailable(counters.giveBack(taken), UNREACHABLE),
      };
    },
  };
}
