import { type RedisConnection } from '../redis/redis-connection.ts';
import { type SessionRecord } from './record.ts';
import { MAX_ANONYMOUS, type SessionStore } from './store.ts';

const PREFIX = 'despacho:session:';
const ANONYMOUS_INDEX = 'despacho:anonymous';

interface RedisStoreOptions {
  redis: RedisConnection;
  now?: () => number;
  maxAnonymous?: number;
}

/** Sessions shared by several gateways and kept over restarts. Without Redis every call rejects at once. */
export function createRedisStore({
  redis: { client, withinTime },
  now = Date.now,
  maxAnonymous = MAX_ANONYMOUS,
}: RedisStoreOptions): SessionStore {
  const write = (record: SessionRecord, ttlMs: number) =>
    [JSON.stringify(record), { expiration: { type: 'PX', value: Math.max(1, Math.ceil(ttlMs)) } }] as const;

  async function boundAnonymous(key: string): Promise<void> {
    await client.zAdd(ANONYMOUS_INDEX, { score: now(), value: key });
    const excess = (await client.zCard(ANONYMOUS_INDEX)) - maxAnonymous;
    if (excess <= 0) return;
    const evicted = await client.zPopMinCount(ANONYMOUS_INDEX, excess);
    await client.del(evicted.map(({ value }) => PREFIX + value));
  }

  return {
    async get(key) {
      const text = await withinTime(client.get(PREFIX + key));
      return text === null ? undefined : (JSON.parse(text) as SessionRecord);
    },
    async create(key, record, ttlMs) {
      const [text, options] = write(record, ttlMs);
      await withinTime(client.set(PREFIX + key, text, options));
      if (!record.person) await withinTime(boundAnonymous(key));
    },
    async replace(key, record, ttlMs) {
      const [text, options] = write(record, ttlMs);
      await withinTime(client.set(PREFIX + key, text, { ...options, condition: 'XX' }));
    },
    async delete(key) {
      await withinTime(client.del(PREFIX + key));
    },
    async ping() {
      await withinTime(client.ping());
    },
    // The connection is closed by whoever made it.
    close: () => Promise.resolve(),
  };
}
