import fc from 'fast-check';
import { createClient } from 'redis';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#log.ts';
import { connectRedis, type RedisConnection } from '#redis/redis-connection.ts';
import { createMemoryStore } from '#session/memory-store.ts';
import { type SessionKnown, type SessionRecord } from '#session/record.ts';
import { createRedisStore } from '#session/redis-store.ts';
import { createSealer } from '@despacho/server/sealing';
import { type SessionStore } from '#session/store.ts';
import { hasRedis } from '../support/in-store.ts';
import { TestRedis } from '../support/redis.ts';

const MINUTE = 60_000;
const LIMITS = { maxPerPerson: 3, maxSignedIn: 7, maxAnonymous: 4 };
const sealer = createSealer(['s'.repeat(32)]);

let redis: TestRedis;
let connection: RedisConnection;
beforeAll(async () => {
  if (!hasRedis) return;
  redis = await TestRedis.start();
  connection = connectRedis(redis.url, createLog('silent'));
  await vi.waitFor(() => connection.client.ping(), { timeout: 15_000 });
});
afterAll(async () => {
  if (!hasRedis) return;
  connection.close();
  await redis.stop();
});

type StoreOptions = NonNullable<Parameters<typeof createMemoryStore>[0]>;
const createInRedis = (options: StoreOptions) => createRedisStore({ redis: connection, sealer, ...options });
const STORES: [name: string, create: (options: StoreOptions) => SessionStore][] = [
  ['memory', createMemoryStore],
  ...(hasRedis ? [['Redis', createInRedis] as [string, typeof createInRedis]] : []),
];
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

/** The contract of every store. The other session tests use the one in memory. */
describe.each(STORES)('a session store in %s', (_name, create) => {
  const anonymous: SessionRecord = { csrfSecret: 's', createdAt: 0, usedAt: 0 };
  const signedIn: SessionRecord = { ...anonymous, person, sealed: 'x' };
  const used = (usedAt: number): SessionRecord => ({ ...signedIn, usedAt });
  let now: number;
  beforeEach(async () => {
    now = 0;
    if (hasRedis) await connection.client.flushAll();
  });
  const start = (limits: StoreOptions = {}) => create({ now: () => now, ...limits });
  /** Creates a session later than the one before, so that they expire in a defined order. */
  function createLater(store: SessionStore, key: string, record: SessionRecord, owners: string[] = [], site?: string) {
    now += 1;
    return store.create(key, record, MINUTE, owners, site);
  }

  it('G5: returns a complete record; a use and an update each replace their part', async () => {
    const store = start();
    const seenFrom = { device: 'first', address: '192.0.2.9' };
    await store.create('k', { ...signedIn, seenFrom }, MINUTE, ['ana']);
    expect(await store.get('k')).toEqual({ ...signedIn, seenFrom });
    // Two uses in the same millisecond: the second one counts.
    await store.touch('k', { usedAt: 2, seenFrom }, MINUTE);
    await store.touch('k', { ...USE, usedAt: 2 }, MINUTE);
    await store.update('k', { csrfSecret: 'another', createdAt: 0, person, sealed: 'y' });
    await store.touch('k', { usedAt: 1, seenFrom }, MINUTE);
    const record = { ...signedIn, ...USE, csrfSecret: 'another', sealed: 'y', usedAt: 2 };
    expect(await store.get('k')).toMatchObject(record);
    expect(await store.listOf(['ana'])).toMatchObject([{ key: 'k', record }]);
    expect([await store.get('other'), await store.listOf(['rosa'])]).toEqual([undefined, []]);
  });

  it('G5: returns expired sessions once, and keeps the rest', async () => {
    const store = start();
    await store.create('short', signedIn, 1000, ['ana']);
    await store.create('long', signedIn, 1001, ['ana']);
    await store.create('used', signedIn, 1000, ['rosa']);
    await store.create('anonymous', anonymous, 20);
    now = 999;
    expect(await store.takeExpired()).toEqual([]);
    await store.touch('used', USE, 1000);
    now = 1000;
    expect(await store.takeExpired()).toEqual([{ key: 'short', record: signedIn }]);
    expect(await store.takeExpired()).toEqual([]);
    expect(await store.get('short')).toBeUndefined();
    // Redis removes it by its own clock.
    await vi.waitFor(async () => {
      expect(await store.get('anonymous')).toBeUndefined();
    });
    expect((await store.listOf(['ana', 'rosa'])).map(({ key }) => key)).toEqual(['long', 'used']);
  });

  it('G6: never restores a destroyed session, and reports its end to one caller', async () => {
    const store = start();
    await store.create('k', signedIn, MINUTE, ['ana']);
    const ended = await Promise.all([1, 2, 3].map(() => store.delete('k')));
    expect(ended.filter(Boolean)).toHaveLength(1);
    expect(await store.delete('k')).toBe(false);
    await store.touch('k', USE, MINUTE);
    await store.update('k', signedIn);
    expect(await store.get('k')).toBeUndefined();
    expect(await store.listOf(['ana'])).toEqual([]);
  });

  it('G7: evicts the least recently used; a flood of anonymous sessions signs nobody out', async () => {
    const store = start({ maxSignedIn: 2, maxAnonymous: 3 });
    await createLater(store, 'first', signedIn, ['ana']);
    await createLater(store, 'second', signedIn, ['rosa']);
    for (let index = 0; index < 100; index += 1) await createLater(store, `anonymous-${index}`, anonymous);
    expect(await store.get('first')).toBeDefined();
    expect(await store.get('anonymous-96')).toBeUndefined();
    expect(await store.get('anonymous-97')).toBeDefined();
    await store.update('second', signedIn);
    await store.touch('first', USE, MINUTE);
    expect(await createLater(store, 'third', signedIn, ['beto'])).toEqual([
      { key: 'second', record: signedIn, reason: 'full' },
    ]);
    expect(await store.get('first')).toBeDefined();
    expect(await store.get('second')).toBeUndefined();
  });

  it('G40: evicts only anonymous sessions of the same site', async () => {
    const store = start({ maxAnonymous: 10, maxAnonymousPerSite: 3 });
    await createLater(store, 'neighbour', anonymous, [], 'quiet');
    for (let index = 0; index < 50; index += 1) await createLater(store, `flood-${index}`, anonymous, [], 'loud');
    const alive = await Promise.all(['neighbour', 'flood-46', 'flood-47', 'flood-49'].map((key) => store.get(key)));
    expect(alive.map((record) => record !== undefined)).toEqual([true, false, true, true]);
    await store.delete('flood-49');
    await createLater(store, 'flood-50', anonymous, [], 'loud');
    expect(await store.get('flood-47')).toBeDefined();
  });

  it('G7: evicts a user’s own sessions first, under any of their listed names', async () => {
    const store = start({ maxPerPerson: 3, maxSignedIn: 4 });
    await createLater(store, 'rosa', signedIn, ['rosa']);
    await createLater(store, 'old', used(2), ['older']);
    await createLater(store, 'idle', used(1), ['newer', 'older']);
    await createLater(store, 'busy', used(3), ['newer', 'older']);
    const evicted = async (key: string, usedAt: number) =>
      (await createLater(store, key, used(usedAt), ['newer', 'older'])).map(({ key: other, reason }) => [
        other,
        reason,
      ]);
    expect(await evicted('next', 4)).toEqual([['idle', 'too-many']]);
    expect(await evicted('again', 5)).toEqual([['old', 'too-many']]);
    expect((await store.listOf(['newer', 'older'])).map(({ key }) => key).sort()).toEqual(['again', 'busy', 'next']);
    expect(await store.get('rosa')).toBeDefined();
  });
});

describe.runIf(hasRedis)('G7: the list of a person’s sessions', () => {
  it('G7: both stores return the same results for any order of steps', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        run += 1;
        await connection.client.flushAll();
        const stories = await Promise.all(
          STORES.map(([, create]) => {
            const clock = { now: 1_000_000 };
            return runSteps(create({ now: () => clock.now, ...LIMITS }), steps, clock, `run${run}`);
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
