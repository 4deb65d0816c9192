import { testsNeed } from '@despacho/tooling/machine/needs';
import { accountName } from '@despacho/server/account-name';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '#problems/failure.ts';
import { connectRedis, type RedisConnection } from '#redis/redis-connection.ts';
import { createKeyedHash } from '#throttle/keyed-hash.ts';
import { createMemoryKnownAddresses, createRedisKnownAddresses } from '#throttle/known-addresses.ts';
import { createLoginThrottle, type LoginThrottle } from '#throttle/login-throttle.ts';
import { createMemoryCounters } from '#throttle/memory-counters.ts';
import { createRedisCounters } from '#throttle/redis-counters.ts';
import { check, FUZZ_TIME_MS, SEED_TITLE } from '../support/fuzz.ts';
import { TestRedis } from '../support/redis.ts';

const MINUTE = 60_000;
const EVERY_MS = 5 * MINUTE;
const MONTH = 30 * 24 * 60 * MINUTE;
const PER_ADDRESS = 25;

/** Accounts whose names a person or a host may confuse, and one unlike them. */
const ACCOUNTS = [
  ['LIMA', 'ana.torres'],
  ['LIMA', 'ana_torres'],
  ['LIMA', 'Ana.Torres'],
  ['lıma', 'ana.torres'],
  ['LIMA', 'beto'],
] as const;
type Account = (typeof ACCOUNTS)[number];

/** How people and guessers write the names. */
const SPELLINGS: Record<string, (text: string) => string> = {
  exact: (text) => text,
  capitals: (text) => text.toUpperCase(),
  accented: (text) => text.replace('a.', 'á.').replace('b', 'ｂ'),
  spaced: (text) => text.replace('.', ' '),
};

interface Host {
  ignoresCase: boolean;
  accounts: readonly Account[];
  /** @returns the account that a typed name reaches. */
  reaches: (sucursal: string, username: string) => Account | undefined;
}

const lower = (text: string): string => text.toLowerCase();
const OWN = ACCOUNTS.filter((_, index) => index !== 2);
const HOSTS: Record<string, Host> = {
  'our own service': {
    ignoresCase: true,
    accounts: OWN,
    reaches: (sucursal, username) =>
      OWN.find(([office, name]) => lower(office) === lower(sucursal) && lower(name) === lower(username)),
  },
  'a host that ignores more than case unless a name is exact': {
    ignoresCase: false,
    accounts: ACCOUNTS,
    reaches: (sucursal, username) =>
      ACCOUNTS.find(([office, name]) => office === sucursal && name === username) ??
      ACCOUNTS.find(([office, name]) => accountName(office, name) === accountName(sucursal, username)),
  },
};

/** A bucket that refills one each `everyMs`, counted without limit. */
class Level {
  #at = 0;
  #held = 0;
  readonly everyMs: number;
  constructor(everyMs: number) {
    this.everyMs = everyMs;
  }
  add(now: number): number {
    this.#held = Math.max(0, this.#held - (now - this.#at) / this.everyMs) + 1;
    this.#at = now;
    return this.#held;
  }
}

const attempt = fc.record({
  account: fc.nat(ACCOUNTS.length - 1),
  spelling: fc.constantFrom(...Object.keys(SPELLINGS)),
  address: fc.nat(2),
  gateway: fc.nat(1),
  /** Mostly wrong: few sequences would reach a limit otherwise. */
  password: fc.constantFrom('wrong', 'wrong', 'wrong', 'right', 'outage'),
  times: fc.constantFrom(1, 3, 10),
  laterMs: fc.constantFrom(0, 0, 0, 90_000, EVERY_MS, 20 * MINUTE, MONTH + 1),
});

const levelIn = <Key>(levels: Map<Key, Level>, key: Key, everyMs: number): Level => {
  const level = levels.get(key) ?? new Level(everyMs);
  levels.set(key, level);
  return level;
};

type Gateways = readonly [LoginThrottle, LoginThrottle];

/** Runs attempts at two gateways, and compares the accepted ones with counts kept for each account. */
async function play(
  host: Host,
  gateways: Gateways,
  clock: { now: number },
  attempts: readonly {
    account: number;
    spelling: string;
    address: number;
    gateway: number;
    password: string;
    times: number;
    laterMs: number;
  }[],
): Promise<void> {
  const guesses = new Map<Account, Map<string, Level>>();
  const addresses = new Map<string, Level>();
  /** When an account last signed in from an address, by the names that it did so with. */
  const signedIn = new Map<string, number>();
  for (const { account, spelling, address: at, gateway, password, times, laterMs } of attempts) {
    clock.now += laterMs;
    const [office, name] = ACCOUNTS[account] ?? expect.unreachable();
    const address = `192.0.2.${at}`;
    const typed = { sucursal: office, username: SPELLINGS[spelling]?.(name) ?? '', password: 'x' };
    const reached = host.reaches(typed.sucursal, typed.username);
    const spelt = (username: string) => (host.ignoresCase ? lower(username) : username);
    const placeOf = (username: string) => [reached, spelt(office), spelt(username), address].join('\n');
    for (let turn = 0; turn < times; turn += 1) {
      const isKnown = (signedIn.get(placeOf(typed.username)) ?? -Infinity) > clock.now - MONTH;
      const begun = await gateways[gateway as 0 | 1].begin(typed, address).catch((error: unknown) => error);
      if (begun instanceof Failure) {
        const limit = (begun.details.log as { limit: string }).limit;
        if (isKnown) expect(limit, 'a full address refuses nobody known there').toBe('account-here');
        continue;
      }
      const pending = begun as Awaited<ReturnType<LoginThrottle['begin']>>;
      if (password === 'outage') await pending.takeBack();
      else if (password === 'right' && reached) {
        await pending.succeeded(reached[1]);
        guesses.delete(reached);
        for (const known of [typed.username, reached[1]]) signedIn.set(placeOf(known), clock.now);
      } else {
        const ofAddress = levelIn(addresses, address, (60 * MINUTE) / PER_ADDRESS).add(clock.now);
        if (!isKnown) expect(ofAddress, 'failures of an address').toBeLessThanOrEqual(PER_ADDRESS + 0.001);
        if (!reached) continue;
        const levels = guesses.get(reached) ?? new Map<string, Level>();
        guesses.set(reached, levels);
        const bucket = levelIn(levels, isKnown ? address : 'elsewhere', EVERY_MS);
        expect(bucket.add(clock.now), `guesses at ${String(reached)}`).toBeLessThanOrEqual(10.001);
      }
    }
  }
}

/** The attack that one counter for similar names allowed: guess, sign in with the similar account, guess again. */
const clearedBySibling = [0, 1, 2].flatMap(() => [
  { account: 0, spelling: 'exact', address: 0, gateway: 0, password: 'wrong', times: 10, laterMs: 0 },
  { account: 1, spelling: 'exact', address: 0, gateway: 1, password: 'right', times: 1, laterMs: EVERY_MS },
]);
const hash = createKeyedHash(['s'.repeat(32)]);
const sequences = fc.array(attempt, { minLength: 5, maxLength: 40 });

describe(`guesses at accounts with similar names ${SEED_TITLE}`, () => {
  describe.each(Object.entries(HOSTS))('at %s', (_name, host) => {
    const partsOf = { hash, perAddress: PER_ADDRESS, ignoresCase: host.ignoresCase };

    it('G19: stay within the limits of each account at two gateways', { timeout: FUZZ_TIME_MS }, async () => {
      const clock = { now: 1_000_000 };
      const now = () => clock.now;
      // An in-memory replacement of the shared Redis.
      const parts = { ...partsOf, counters: createMemoryCounters(now), known: createMemoryKnownAddresses(now) };
      const gateways = [createLoginThrottle(parts), createLoginThrottle(parts)] as const;
      const property = fc.asyncProperty(sequences, async (attempts) => {
        // Everything of the previous run has expired.
        clock.now += 2 * MONTH;
        await play(host, gateways, clock, attempts);
      });
      await check(property, 60, [[clearedBySibling]]);
    });

    describe.runIf(testsNeed('redis-server'))('counted in Redis', () => {
      let redis: TestRedis;
      let connections: [RedisConnection, RedisConnection];
      beforeAll(async () => {
        redis = await TestRedis.start();
        const connect = () => connectRedis(redis.url, { error: () => undefined, info: () => undefined } as never);
        connections = [connect(), connect()];
        await Promise.all(connections.map(({ client }) => new Promise((resolve) => client.once('ready', resolve))));
      });
      afterAll(async () => {
        for (const connection of connections) connection.close();
        await redis.stop();
      });

      it('G19: stay within the limits of each account at two gateways', { timeout: FUZZ_TIME_MS }, async () => {
        // Redis removes entries by the real clock.
        const started = Date.now();
        const property = fc.asyncProperty(sequences, async (attempts) => {
          await connections[0].client.flushAll();
          const clock = { now: started };
          const now = () => clock.now;
          const gatewayOf = (connection: RedisConnection) =>
            createLoginThrottle({
              ...partsOf,
              counters: createRedisCounters(connection, now),
              known: createRedisKnownAddresses(connection, now),
            });
          await play(host, [gatewayOf(connections[0]), gatewayOf(connections[1])], clock, attempts);
        });
        await check(property, 12, [[clearedBySibling]]);
      });
    });
  });
});
