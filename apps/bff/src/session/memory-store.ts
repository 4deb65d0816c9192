import { partsOf, type SessionRecord } from './record.ts';
import {
  type EvictedSession,
  MAX_ANONYMOUS,
  MAX_PER_PERSON,
  MAX_SIGNED_IN,
  type SessionStore,
  type StoredSession,
} from './store.ts';

interface Entry {
  record: SessionRecord;
  expiresAt: number;
  owner: string | undefined;
}

/** In order of use, because a Map keeps the order of insertion and every use inserts again. */
class Pool {
  readonly #entries = new Map<string, Entry>();

  get size(): number {
    return this.#entries.size;
  }

  get oldest(): string | undefined {
    const [key] = this.#entries.keys();
    return key;
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  put(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
  }

  delete(key: string): boolean {
    return this.#entries.delete(key);
  }

  expired(now: number): string[] {
    return [...this.#entries].filter(([, { expiresAt }]) => expiresAt <= now).map(([key]) => key);
  }
}

/** The keys of each person's sessions, the least recently used first. */
class OwnerIndex {
  readonly #keys = new Map<string, Set<string>>();

  of(owners: readonly string[]): string[] {
    return owners.flatMap((owner) => [...(this.#keys.get(owner) ?? [])]);
  }

  use(owner: string, key: string): void {
    const keys = this.#keys.get(owner) ?? new Set();
    keys.delete(key);
    this.#keys.set(owner, keys.add(key));
  }

  remove(owner: string, key: string): void {
    const keys = this.#keys.get(owner);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(owner);
  }
}

interface MemoryStoreOptions {
  now?: () => number;
  maxSignedIn?: number;
  maxAnonymous?: number;
  maxPerPerson?: number;
}

/** Sessions in the memory of this process: one gateway, and a restart signs everyone out. */
export function createMemoryStore(options: MemoryStoreOptions = {}): SessionStore {
  const {
    now = Date.now,
    maxSignedIn = MAX_SIGNED_IN,
    maxAnonymous = MAX_ANONYMOUS,
    maxPerPerson = MAX_PER_PERSON,
  } = options;
  const signedIn = new Pool();
  const anonymous = new Pool();
  const index = new OwnerIndex();
  const find = (key: string) => signedIn.get(key) ?? anonymous.get(key);

  function put(key: string, entry: Entry): void {
    if (entry.owner === undefined) anonymous.put(key, entry);
    else {
      signedIn.put(key, entry);
      index.use(entry.owner, key);
    }
  }

  function remove(key: string): StoredSession | undefined {
    const entry = find(key);
    if (!entry) return undefined;
    if (entry.owner !== undefined) index.remove(entry.owner, key);
    signedIn.delete(key);
    anonymous.delete(key);
    return { key, record: entry.record };
  }

  const usedAt = (key: string): number => find(key)?.record.usedAt ?? 0;

  /** What has to go for a new session: the person's own least recently used ones, else the pool's. */
  function excess(newKey: string, owners: readonly string[]): { key: string; reason: EvictedSession['reason'] }[] {
    const others = index
      .of(owners)
      .filter((key) => key !== newKey)
      .sort((a, b) => usedAt(a) - usedAt(b));
    const own = others.slice(0, Math.max(0, others.length + 1 - maxPerPerson));
    if (own.length > 0) return own.map((key) => ({ key, reason: 'too-many' }));
    return signedIn.size > maxSignedIn && signedIn.oldest ? [{ key: signedIn.oldest, reason: 'full' }] : [];
  }

  return {
    get: (key) => Promise.resolve(find(key)?.record),
    create(key, record, ttlMs, owners = []) {
      put(key, { record, expiresAt: now() + ttlMs, owner: owners[0] });
      if (anonymous.size > maxAnonymous && anonymous.oldest !== undefined) anonymous.delete(anonymous.oldest);
      const evicted = excess(key, owners).flatMap(({ key: other, reason }) => {
        const session = remove(other);
        return session ? [{ ...session, reason }] : [];
      });
      return Promise.resolve(evicted);
    },
    touch(key, use, ttlMs) {
      const entry = find(key);
      if (entry && entry.record.usedAt <= use.usedAt)
        put(key, { record: { ...entry.record, ...use }, expiresAt: now() + ttlMs, owner: entry.owner });
      return Promise.resolve();
    },
    update(key, known) {
      const entry = find(key);
      if (entry) entry.record = { ...partsOf(entry.record).use, ...known };
      return Promise.resolve();
    },
    delete: (key) => Promise.resolve(remove(key) !== undefined),
    listOf: (owners) =>
      Promise.resolve(
        index.of(owners).flatMap((key) => {
          const entry = find(key);
          return entry ? [{ key, record: entry.record }] : [];
        }),
      ),
    takeExpired() {
      for (const key of anonymous.expired(now())) anonymous.delete(key);
      return Promise.resolve(signedIn.expired(now()).flatMap((key) => remove(key) ?? []));
    },
    onEndElsewhere: () => undefined,
    ping: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
