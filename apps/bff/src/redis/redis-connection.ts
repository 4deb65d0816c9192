import { createClient } from 'redis';
import { type Logger } from '#log.ts';

/** A hanging store must not hold requests until the browser times out. */
const COMMAND_TIMEOUT_MS = 2000;

const clientOf = (url: string) =>
  createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: COMMAND_TIMEOUT_MS, reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 2000) },
  });

/** The gateway's only connection to Redis, shared by everything stored there. */
export interface RedisConnection {
  client: ReturnType<typeof clientOf>;
  /** @throws Error if the work takes more than two seconds, or what the work throws. */
  withinTime: <T>(work: Promise<T>) => Promise<T>;
  close(): void;
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('Redis did not answer in time')), COMMAND_TIMEOUT_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Connects automatically, even when Redis starts later or disconnects for a while; meanwhile every command rejects
 * immediately instead of queueing.
 */
export function connectRedis(url: string, log: Logger): RedisConnection {
  const client = clientOf(url);
  let reachable = true;
  client.on('error', (error: unknown) => {
    if (reachable) log.error({ event: 'store.lost', err: error }, 'The session store cannot be reached');
    reachable = false;
  });
  client.on('ready', () => {
    if (!reachable) log.info({ event: 'store.back' }, 'The session store is back');
    reachable = true;
  });
  client.connect().catch(() => undefined); // Reported by the error listener.
  return {
    client,
    withinTime,
    close() {
      if (client.isOpen) client.destroy();
    },
  };
}
