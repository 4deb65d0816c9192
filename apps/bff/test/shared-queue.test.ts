import { testsNeed } from '@despacho/tooling/machine/needs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeyedQueue } from '#throttle/keyed-queue.ts';
import { createSharedQueue } from '#throttle/shared-queue.ts';
import { connectRedis, type RedisConnection } from '#redis/redis-connection.ts';
import { TestRedis } from './support/redis.ts';

const LEASE_MS = 400;

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
    for (const connection of connections.splice(0)) connection.close();
    await redis.stop();
  });

  it('keeps other gateways out while work outlives the lease', async () => {
    const [one, other] = [await queueOfAGateway(), await queueOfAGateway()];
    const seen: string[] = [];
    const begun = Promise.withResolvers<undefined>();
    const long = one.queue.run('LIMA', patient, async () => {
      begun.resolve(undefined);
      // waits: Redis ends a lease by its own clock
      await sleep(3 * LEASE_MS);
      seen.push('long work ends');
    });
    await begun.promise;
    await other.queue.run('LIMA', patient, () => Promise.resolve(seen.push('other begins')));
    await long;
    expect(seen).toEqual(['long work ends', 'other begins']);
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
    expect(await other.queue.run('LIMA', AbortSignal.timeout(5 * LEASE_MS), () => Promise.resolve('in'))).toBe('in');
  });
});
