import { testsNeed } from '@despacho/tooling/machine/needs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createClient } from 'redis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeyedQueue } from '#throttle/keyed-queue.ts';
import { createSharedQueue } from '#throttle/shared-queue.ts';
import { connectRedis, type RedisConnection } from '#redis/redis-connection.ts';
import { TestRedis } from './support/redis.ts';

/** Far longer than the test, which sets the remaining time in Redis instead. */
const LEASE_MS = 60_000;

describe.runIf(testsNeed('redis-server'))('createSharedQueue', () => {
  const patient = new AbortController().signal;
  let redis: TestRedis;
  const connections: RedisConnection[] = [];

  async function queueOfAGateway() {
    const connection = connectRedis(redis.url, pino({ level: 'silent' }));
    connections.push(connection);
    while (!connection.client.isReady) await sleep(10);
    return { connection, queue: createSharedQueue(createKeyedQueue(), connection, LEASE_MS) };
  }

  beforeEach(async () => {
    redis = await TestRedis.start();
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const connection of connections.splice(0)) connection.close();
    await redis.stop();
  });

  /** Another client of the same Redis, and the name of the only lock. */
  async function onlyLock() {
    const client = createClient({ url: redis.url });
    await client.connect();
    const [name = '', ...more] = await client.keys('despacho:turn:*');
    expect(more).toEqual([]);
    return { client, name };
  }

  /** Waits until a queue was refused the lock. */
  async function refused({ connection }: Awaited<ReturnType<typeof queueOfAGateway>>, work: () => unknown) {
    const set = vi.spyOn(connection.client, 'set');
    work();
    await vi.waitFor(async () => {
      expect(await set.mock.results[0]?.value).toBeNull();
    });
  }

  it('renews its lock while work runs, and keeps other gateways out until the end', async () => {
    const [one, other] = [await queueOfAGateway(), await queueOfAGateway()];
    const seen: string[] = [];
    const begun = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const long = one.queue.run('LIMA', patient, async () => {
      begun.resolve(undefined);
      await goOn.promise;
      seen.push('long work ends');
    });
    await begun.promise;
    const { client, name } = await onlyLock();
    /** Advances the gateway's clock with a third of the lease left in Redis. @returns the lease left then, in ms. */
    const remaining = async (milliseconds: number) => {
      await client.pExpire(name, LEASE_MS / 3);
      await vi.advanceTimersByTimeAsync(milliseconds);
      // Redis answers this after the renewal, if there was one.
      await one.connection.client.ping();
      return client.pTTL(name);
    };
    expect(await remaining(LEASE_MS / 4 - 1)).toBeLessThanOrEqual(LEASE_MS / 3);
    expect(await remaining(1)).toBeGreaterThan(LEASE_MS / 2);
    expect(await remaining(LEASE_MS / 4)).toBeGreaterThan(LEASE_MS / 2);
    vi.useRealTimers();
    let waiting: Promise<unknown> = Promise.resolve();
    await refused(other, () => {
      waiting = other.queue.run('LIMA', patient, () => Promise.resolve(seen.push('other begins')));
    });
    goOn.resolve(undefined);
    await Promise.all([long, waiting]);
    expect(seen).toEqual(['long work ends', 'other begins']);
    client.destroy();
  });

  it('lets other gateways in after one lease when a gateway dies', async () => {
    const [dying, other] = [await queueOfAGateway(), await queueOfAGateway()];
    const begun = Promise.withResolvers<undefined>();
    void dying.queue.run('LIMA', patient, () => {
      begun.resolve(undefined);
      return new Promise(() => undefined);
    });
    await begun.promise;
    dying.connection.close();
    let next: Promise<string> = Promise.resolve('');
    await refused(other, () => {
      next = other.queue.run('LIMA', patient, () => Promise.resolve('in'));
    });
    const { client, name } = await onlyLock();
    const left = await client.pTTL(name);
    expect([left > 0, left <= LEASE_MS]).toEqual([true, true]);
    // The end of the lease.
    await client.pExpire(name, 1);
    expect(await next).toBe('in');
    client.destroy();
  });
});
