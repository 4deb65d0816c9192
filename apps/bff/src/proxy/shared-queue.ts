import { hash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../problems/failure.ts';
import { type RedisConnection } from '../redis/redis-connection.ts';
import { type KeyedQueue } from './keyed-queue.ts';

/** Longer than work may take, which ends with the deadline of its request; a gateway that dies leaves its lock for so long. */
const KEPT_MS = 60_000;
const ASK_AGAIN_MS = 50;

/** Deletes a lock unless it has expired and belongs to somebody else by now. */
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/**
 * A queue that excludes the other gateways of a Redis too: work runs when it is its turn in this gateway and no other
 * gateway runs work of the same key.
 * @param queue of this gateway.
 * @throws Failure unavailable, besides what `queue` throws, when Redis does not answer: the work has not begun then.
 */
export function createSharedQueue(queue: KeyedQueue, { client, withinTime }: RedisConnection): KeyedQueue {
  const take = async (name: string, token: string): Promise<boolean> => {
    try {
      return (
        (await withinTime(client.set(name, token, { condition: 'NX', expiration: { type: 'PX', value: KEPT_MS } }))) !==
        null
      );
    } catch {
      throw new Failure('unavailable', { note: 'lock of the office unreachable', retryAfterSeconds: 5 });
    }
  };
  return {
    run: (key, signal, work) =>
      queue.run(key, signal, async () => {
        // Not by a secret of ours: gateways with different ones, while it is replaced, must find the same lock.
        const name = `despacho:turn:${hash('sha256', key)}`;
        const token = randomUUID();
        try {
          while (!(await take(name, token))) {
            await sleep(ASK_AGAIN_MS);
            signal.throwIfAborted();
          }
          return await work();
        } finally {
          // Where Redis is gone by now, the lock expires by itself.
          await withinTime(client.eval(RELEASE, { keys: [name], arguments: [token] })).catch(() => undefined);
        }
      }),
  };
}
