import { createClient } from 'redis';
import { type Logger } from '../log.ts';
import { type SessionRecord } from './record.ts';
import { MAX_ANONYMOUS, type SessionStore } from './store.ts';

const PREFIX = 'despacho:session:';
const ANONYMOUS_INDEX = 'despacho:anonymous';
/** A store that hangs must not hold requests until the browser gives up. */
const COMMAND_TIMEOUT_MS = 2000;

async function withinTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Error('The session store did not answer in time'));
  }, COMMAND_TIMEOUT_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

interface RedisStoreOptions {
  url: string;
  log: Logger;
  now?: () => number;
  maxAnonymous?: number;
}

/**
 * Sessions shared by several gateways and kept over restarts. It connects by itself, also when Redis comes up later or
 * goes away for a while; until then every call rejects at once instead of queueing.
 */
export function createRedisStore({
  url,
  log,
  now = Date.now,
  maxAnonymous = MAX_ANONYMOUS,
}: RedisStoreOptions): SessionStore {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: COMMAND_TIMEOUT_MS, reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 2000) },
  });
  let reachable = true;
  client.on('error', (error: unknown) => {
    if (reachable) log.error({ event: 'store.lost', err: error }, 'The session store cannot be reached');
    reachable = false;
  });
  client.on('ready', () => {
    if (!reachable) log.info({ event: 'store.back' }, 'The session store is back');
    reachable = true;
  });
  client.connect().catch(() => undefined); // Told by the error listener.

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
    close() {
      if (client.isOpen) client.destroy();
      return Promise.resolve();
    },
  };
}
