import { hash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { orUnavailable } from '#problems/or-unavailable.ts';
import { type RedisConnection } from '#redis/redis-connection.ts';
import { type KeyedQueue } from './keyed-queue.ts';

/** How long a lock outlives a crashed gateway. Redis may be unreachable for two renewals before the lock expires. */
const LEASE_MS = 10_000;
const ASK_AGAIN_MS = 50;

/** Deletes a lock, unless it has expired and now belongs to another gateway. */
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;
const RENEW = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`;

/**
 * A queue that also excludes the other gateways of a Redis: work runs when it is its turn in this gateway and no other
 * gateway runs work of the same key.
 * @param queue of this gateway.
 * @param leaseMs time after which the lock of a crashed gateway expires; renewed while work runs.
 * @throws Failure unavailable, besides what `queue` throws, if Redis does not answer: the work has not started then.
 */
export function createSharedQueue(
  queue: KeyedQueue,
  { client, withinTime }: RedisConnection,
  leaseMs = LEASE_MS,
): KeyedQueue {
  const take = async (name: string, token: string): Promise<boolean> => {
    const expiration = { type: 'PX', value: leaseMs } as const;
    const set = withinTime(client.set(name, token, { condition: 'NX', expiration }));
    return (await orUnavailable(set, 'lock of the office unreachable')) !== null;
  };
  return {
    run: (key, signal, work) =>
      queue.run(key, signal, async () => {
        // Not keyed by our secret: gateways with different secrets during a rotation must use the same lock.
        const name = `despacho:turn:${hash('sha256', key)}`;
        const token = randomUUID();
        let renewal: NodeJS.Timeout | undefined;
        try {
          while (!(await take(name, token))) {
            await sleep(ASK_AGAIN_MS);
            signal.throwIfAborted();
          }
          renewal = setInterval(() => {
            const renewed = client.eval(RENEW, { keys: [name], arguments: [token, String(leaseMs)] });
            void withinTime(renewed).catch(() => undefined);
          }, leaseMs / 4);
          return await work();
        } finally {
          clearInterval(renewal);
          // If Redis is down, the lock expires.
          await withinTime(client.eval(RELEASE, { keys: [name], arguments: [token] })).catch(() => undefined);
        }
      }),
  };
}
