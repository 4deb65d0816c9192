import { type Credentials } from '@despacho/contracts';
import { orUnavailable } from '#problems/or-unavailable.ts';
import { type Counter, type Counters, type Limit, slotOf } from './counters.ts';
import { addressCounters, tooManyAttempts } from './failed-attempts.ts';
import { type KeyedHash } from './keyed-hash.ts';
import { type KnownAddresses } from './known-addresses.ts';
import { accountName } from '@despacho/server/account-name';
import { networksOf } from '@despacho/server/networks-of';

/**
 * Failed logins of an account: a burst of ten, then one in five minutes. That is 22 in the first hour and 12 in each
 * following one, a fifth of the 100 an hour that OWASP ASVS 4.0.3 (2.2.1) allows.
 */
const ACCOUNT_LIMIT: Limit = { burst: 10, everyMs: 5 * 60_000 };

/** The part of an account's counter that one spelling of its name has used. Never full before the counter is. */
const PART_LIMIT: Limit = { ...ACCOUNT_LIMIT, burst: 2 * ACCOUNT_LIMIT.burst };

/** A pending login. It counts as failed until its result is known. */
interface LoginAttempt {
  /** For the log: a digest of the account. */
  account: string;
  /** The counters of the address that it used. */
  shared: readonly Counter[];
  /**
   * Clears the guesses at this account, and remembers that it signed in at this address. Leaves the guesses at others
   * with similar names, and those of the address.
   * @param username of the account, as the host names it.
   */
  succeeded(username: string): Promise<void>;
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
  /**
   * Counts nothing.
   * @param shared counters that the attempt used when its password was proved, perhaps at another address.
   * @returns the attempt, which was left pending then.
   */
  resume(
    names: Pick<Credentials, 'sucursal' | 'username'>,
    address: string,
    shared: readonly Counter[],
  ): Promise<LoginAttempt>;
  /** @returns the digest of an account for the log. */
  accountOf: (sucursal: string, username: string) => string;
}

interface Parts {
  counters: Counters;
  known: KnownAddresses;
  hash: KeyedHash;
  /** Failed logins an address may have in a burst, and again in each hour. */
  perAddress: number;
  /** Whether the host ignores the case of A to Z, so that spellings that differ in it are certainly one account. */
  ignoresCase: boolean;
}

const UNREACHABLE = 'login counters unreachable';

/** @returns a function for the digest of an account in the log. */
export const createAccountOf =
  (hash: KeyedHash): LoginThrottle['accountOf'] =>
  (sucursal, username) =>
    hash('account', accountName(sucursal, username)).toString('base64url').slice(0, 16);

export function createLoginThrottle({ counters, known, hash, perAddress, ignoresCase }: Parts): LoginThrottle {
  const accountOf = createAccountOf(hash);
  /** Spellings with the same result reach the same account at the host. Finer than the host's own rule is harmless. */
  const exactly = (text: string): string =>
    ignoresCase ? text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : text;
  const takeIfRoom = async (counter: Counter): Promise<Counter[]> =>
    (await counters.take([counter])) ? [] : [counter];

  /** The counters of an account at an address. */
  async function countersOf({ sucursal, username }: Pick<Credentials, 'sucursal' | 'username'>, address: string) {
    const name = accountName(sucursal, username);
    const account = accountOf(sucursal, username);
    const { own } = networksOf(address);
    const here = hash('address', own).toString('base64url').slice(0, 16);
    const spelling = (typed: string): string => `${exactly(sucursal)}\n${exactly(typed)}`;
    const keyOf = (typed: string): string => hash('spelling', spelling(typed)).toString('base64url').slice(0, 16);
    // An address where the account has signed in before has its own counter: guesses from elsewhere, or for
    // colleagues in the same office, do not block its owner.
    const isKnown = await orUnavailable(known.has(keyOf(username), here), UNREACHABLE);
    const table = isKnown ? 'account-here' : 'account';
    const place = isKnown ? `${own}\n` : '';
    // One counter for all spellings and similar names, because only the host can say which account a name reaches.
    const counter = { table, slot: slotOf(hash(table, `${place}${name}`)), limit: ACCOUNT_LIMIT };
    // What each spelling has used of it, so that a success clears the guesses at its own account only.
    const partOf = (typed: string): Counter => {
      const part = `${table}-part`;
      return { table: part, slot: slotOf(hash(part, `${place}${spelling(typed)}`)), limit: PART_LIMIT };
    };
    const ofAddress = addressCounters(hash, address, { own: 'address', site: 'site' }, perAddress);
    const attempt = (shared: readonly Counter[]): LoginAttempt => ({
      account,
      shared,
      async succeeded(named) {
        // A host may name people differently from what they sign in with.
        const isSpelling = accountName(sucursal, named) === name;
        const names = isSpelling ? [username, named] : [username];
        const keys = new Set(names.map(keyOf));
        const writes = [
          counters.release(counter, names.map(partOf)),
          counters.giveBack(shared),
          ...Array.from(keys, (key) => known.add(key, here)),
        ];
        await orUnavailable(Promise.all(writes), UNREACHABLE);
      },
      takeBack: () => orUnavailable(counters.giveBack([counter, partOf(username), ...shared]), UNREACHABLE),
    });
    return { account, isKnown, own: [counter, partOf(username)], ofAddress, attempt };
  }

  return {
    accountOf,
    async begin(credentials, address) {
      const { account, isKnown, own, ofAddress, attempt } = await countersOf(credentials, address);
      const full = await orUnavailable(counters.take([...own, ...(isKnown ? [] : ofAddress)]), UNREACHABLE);
      if (full) throw tooManyAttempts(full, { account, ip: address });
      // A full address does not refuse users known there, but their failures count.
      const shared = isKnown
        ? (await orUnavailable(Promise.all(ofAddress.map(takeIfRoom)), UNREACHABLE)).flat()
        : ofAddress;
      return attempt(shared);
    },
    resume: async (names, address, shared) => (await countersOf(names, address)).attempt(shared),
  };
}
