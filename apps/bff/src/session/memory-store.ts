import { type SessionRecord } from './record.ts';
import { MAX_ANONYMOUS, type SessionStore } from './store.ts';

interface Entry {
  record: SessionRecord;
  expiresAt: number;
}

const SWEEP_MS = 60_000;

/** In order of use, because a Map keeps the order of insertion and every use inserts again. */
class Pool {
  readonly #entries = new Map<string, Entry>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string, now: number): Entry | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.expiresAt > now ? entry : undefined;
  }

  put(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#capacity && oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  sweep(now: number): void {
    for (const [key, entry] of this.#entries) if (entry.expiresAt <= now) this.#entries.delete(key);
  }
}

interface MemoryStoreOptions {
  now?: () => number;
  maxSignedIn?: number;
  maxAnonymous?: number;
}

/** Sessions in the memory of this process: one gateway, and a restart signs everyone out. */
export function createMemoryStore(options: MemoryStoreOptions = {}): SessionStore {
  const { now = Date.now, maxSignedIn = 20_000, maxAnonymous = MAX_ANONYMOUS } = options;
  const signedIn = new Pool(maxSignedIn);
  const anonymous = new Pool(maxAnonymous);
  const poolOf = (record: SessionRecord) => (record.person ? signedIn : anonymous);
  const find = (key: string) => signedIn.get(key, now()) ?? anonymous.get(key, now());
  const sweep = setInterval(() => {
    signedIn.sweep(now());
    anonymous.sweep(now());
  }, SWEEP_MS).unref();
  return {
    get: (key) => Promise.resolve(find(key)?.record),
    create(key, record, ttlMs) {
      poolOf(record).put(key, { record, expiresAt: now() + ttlMs });
      return Promise.resolve();
    },
    replace(key, record, ttlMs) {
      if (find(key)) poolOf(record).put(key, { record, expiresAt: now() + ttlMs });
      return Promise.resolve();
    },
    delete(key) {
      signedIn.delete(key);
      anonymous.delete(key);
      return Promise.resolve();
    },
    ping: () => Promise.resolve(),
    close() {
      clearInterval(sweep);
      return Promise.resolve();
    },
  };
}
