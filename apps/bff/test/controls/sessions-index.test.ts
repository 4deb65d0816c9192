import fc from 'fast-check';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '#log.ts';
import { connectRedis, type RedisConnection } from '#redis/redis-connection.ts';
import { createMemoryStore } from '#session/memory-store.ts';
import { type SessionKnown, type SessionRecord } from '#session/record.ts';
import { createRedisStore } from '#session/redis-store.ts';
import { createSealer } from '#session/sealing.ts';
import { type SessionStore } from '#session/store.ts';
import { hasRedis } from '../support/both-stores.ts';
import { TestRedis } from '../support/redis.ts';

const MINUTE = 60_000;
const LIMITS = { maxPerPerson: 3, maxSignedIn: 7, maxAnonymous: 4 };
/** The second person's key changed once with the secret: their sessions are under both keys. */
const OWNERS = [['ana'], ['rosa-new', 'rosa-old'], ['beto'], ['rosa-old']] as const;

type Step =
  | { do: 'create'; key: number; owner: number | null }
  | { do: 'use' | 'late' | 'learn' | 'both' | 'delete'; key: number }
  | { do: 'wait'; minutes: number };

const keys = fc.nat(11);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('create' as const), key: keys, owner: fc.option(fc.nat(3)) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('use' as const, 'delete' as const), key: keys }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('late' as const, 'learn' as const, 'both' as const), key: keys }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 40 }) }) },
);

const person = {
  id: '1',
  username: 'a',
  user: 'A',
  charge: 'S',
  sucursal: 'X',
  officeId: 'X',
  modules: [],
  takenAt: 0,
};

const USE = { usedAt: 1, seenFrom: { device: 'x', address: '192.0.2.1' } };

/** Runs the steps and returns all responses of the store. `run` separates the keys of different runs. */
async function runSteps(store: SessionStore, steps: readonly Step[], clock: { now: number }, run: string) {
  const results: unknown[] = [];
  const made = new Map<string, number | null>();
  const ownersOf = (owner: number | null) =>
    owner === null ? [] : (OWNERS[owner] ?? []).map((name) => `${run}-${name}`);
  const record = (owner: number | null): SessionRecord => ({
    csrfSecret: undefined,
    createdAt: clock.now,
    usedAt: clock.now,
    ...(owner !== null && { person, sealed: 'x' }),
  });
  const use = (usedAt: number) => ({ usedAt, seenFrom: { device: `at ${usedAt}`, address: '192.0.2.1' } });
  /** The record as a request has it that read the session when it was created. */
  const known = (key: string): SessionKnown => ({
    csrfSecret: undefined,
    createdAt: 1,
    ...(made.get(key) !== null && { person: { ...person, charge: `learnt at ${clock.now}` }, sealed: 'y' }),
  });
  const short = (key: string) => key.slice(run.length + 1);
  for (const one of steps) {
    // Steps have different times, so that the least recently used session is always defined.
    clock.now += 1;
    if (one.do === 'wait') clock.now += one.minutes * MINUTE;
    const key = `${run}-${'key' in one ? one.key : ''}`;
    if (one.do === 'create' && !made.has(key)) {
      made.set(key, one.owner);
      const evicted = await store.create(key, record(one.owner), 30 * MINUTE, ownersOf(one.owner));
      results.push(evicted.map(({ key: other, reason }) => [short(other), reason]));
    } else if (one.do === 'use' && made.has(key)) await store.touch(key, use(clock.now), 30 * MINUTE);
    // A late write of another gateway: the stored use is newer.
    else if (one.do === 'late' && made.has(key)) await store.touch(key, use(0), 30 * MINUTE);
    else if (one.do === 'learn' && made.has(key)) await store.update(key, known(key));
    else if (one.do === 'both' && made.has(key)) {
      const writes = [() => store.touch(key, use(clock.now), 30 * MINUTE), () => store.update(key, known(key))];
      await Promise.all((clock.now % 2 === 0 ? writes : writes.toReversed()).map((write) => write()));
    } else if (one.do === 'delete') {
      const ended = await store.delete(key);
      // Redis expires anonymous sessions by its own clock, which does not advance here.
      if (made.get(key) !== null) results.push(ended);
    } else if (one.do === 'wait') results.push((await store.takeExpired()).map((session) => short(session.key)).sort());
    const listed = await Promise.all(OWNERS.map((_, owner) => store.listOf(ownersOf(owner))));
    results.push(
      listed.map((sessions) =>
        sessions
          .map(({ key: other, record: { usedAt, seenFrom, person: of } }) => [
            short(other),
            usedAt,
            seenFrom?.device,
            of?.charge,
          ])
          .sort(([a], [b]) => String(a).localeCompare(String(b))),
      ),
    );
  }
  return results;
}

describe.runIf(hasRedis)('G7: the list of a person’s sessions', () => {
  let redis: TestRedis;
  let connection: RedisConnection;
  const sealer = createSealer(['s'.repeat(32)]);
  beforeAll(async () => {
    redis = await TestRedis.start();
    connection = connectRedis(redis.url, createLog('silent'));
    await vi.waitFor(() => connection.client.ping(), { timeout: 15_000 });
  });
  afterAll(async () => {
    connection.close();
    await redis.stop();
  });

  it('G7: both stores return the same results for any order of steps', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        run += 1;
        await connection.client.flushAll();
        const stories = await Promise.all(
          (
            [
              (now: () => number) => createMemoryStore({ now, ...LIMITS }),
              (now: () => number) => createRedisStore({ redis: connection, sealer, now, ...LIMITS }),
            ] as const
          ).map((create) => {
            const clock = { now: 1_000_000 };
            return runSteps(
              create(() => clock.now),
              steps,
              clock,
              `run${run}`,
            );
          }),
        );
        expect(stories[1]).toEqual(stories[0]);
      }),
      { numRuns: 60 },
    );
  });

  it('G7: after concurrent calls, stored and listed sessions are the same', async () => {
    const stores = [1, 2].map(() => createRedisStore({ redis: connection, sealer, ...LIMITS, maxSignedIn: 1000 }));
    await connection.client.flushAll();
    await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const [store, other] = index % 2 === 0 ? stores : [...stores].reverse();
        const key = `key-${index}`;
        const record: SessionRecord = { csrfSecret: undefined, createdAt: index, usedAt: index, person, sealed: 'x' };
        await store?.create(key, record, MINUTE, [`owner-${index % 7}`]);
        if (index % 3 === 0) await other?.touch(key, { ...USE, usedAt: index + 1 }, MINUTE);
        if (index % 5 === 0) {
          const writes = [other?.touch(key, { ...USE, usedAt: index + 2 }, MINUTE), other?.update(key, record)];
          await Promise.all([store?.delete(key), ...writes]);
        }
      }),
    );
    const client = createClient({ url: redis.url });
    await client.connect();
    const stored = (await client.keys('despacho:3:session:*')).map((name) => name.replace('despacho:3:session:', ''));
    const lists = await client.keys('despacho:3:person:*');
    const listed = (await Promise.all(lists.map((name) => client.zRange(name, 0, -1)))).flat();
    const all = await client.zRange('despacho:3:signed-in', 0, -1);
    await client.close();
    expect(stored.length).toBeGreaterThan(7);
    expect(stored.length).toBeLessThanOrEqual(7 * LIMITS.maxPerPerson);
    expect(listed.sort()).toEqual(stored.sort());
    expect(all.sort()).toEqual(stored);
  });

  it('G7: a session whose list was lost is listed again on use', async () => {
    const store = createRedisStore({ redis: connection, sealer });
    await connection.client.flushAll();
    const record: SessionRecord = { csrfSecret: undefined, createdAt: 1, usedAt: 1, person, sealed: 'x' };
    await store.create('key', record, MINUTE, ['owner']);
    await connection.client.del(['despacho:3:person:owner', 'despacho:3:signed-in']);
    expect(await store.listOf(['owner'])).toEqual([]);
    await store.touch('key', { ...USE, usedAt: 2 }, MINUTE);
    expect((await store.listOf(['owner'])).map(({ key }) => key)).toEqual(['key']);
  });
});
