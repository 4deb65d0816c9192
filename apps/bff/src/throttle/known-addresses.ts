import { addLast } from '@despacho/server/add-last';
import { type RedisConnection } from '#redis/redis-connection.ts';

/** A person who signed in here within a month is known. */
const REMEMBERED_MS = 30 * 24 * 3_600_000;
/** Per account: an office, a home, a phone, and the changing addresses of their providers. */
const MAX_PER_ACCOUNT = 20;
const MAX_ACCOUNTS = 20_000;

/** Recent sign-in addresses of an account, under the exact name it signs in with. Only a successful login adds one, so strangers cannot fill it. */
export interface KnownAddresses {
  /** Both are digests. */
  has(account: string, address: string): Promise<boolean>;
  add(account: string, address: string): Promise<void>;
}

export function createMemoryKnownAddresses(now: () => number): KnownAddresses {
  const accounts = new Map<string, Map<string, number>>();
  return {
    has: (account, address) => Promise.resolve((accounts.get(account)?.get(address) ?? 0) > now()),
    add(account, address) {
      const addresses = accounts.get(account) ?? new Map<string, number>();
      addLast(addresses, address, now() + REMEMBERED_MS, MAX_PER_ACCOUNT);
      addLast(accounts, account, addresses, MAX_ACCOUNTS);
      return Promise.resolve();
    },
  };
}

export function createRedisKnownAddresses({ client, withinTime }: RedisConnection, now: () => number): KnownAddresses {
  const keyOf = (account: string) => `despacho:known:${account}`;
  return {
    async has(account, address) {
      const until = await withinTime(client.zScore(keyOf(account), address));
      return until !== null && until > now();
    },
    async add(account, address) {
      const key = keyOf(account);
      await withinTime(
        client
          .multi()
          .zAdd(key, { score: now() + REMEMBERED_MS, value: address })
          .zRemRangeByRank(key, 0, -MAX_PER_ACCOUNT - 1)
          .pExpire(key, REMEMBERED_MS)
          .exec(),
      );
    },
  };
}
