import { partsOf, type SessionRecord } from './record.ts';
import {
  type EvictedSession,
  MAX_ANONYMOUS,
  MAX_ANONYMOUS_PER_SITE,
  MAX_PER_PERSON,
  MAX_SIGNED_IN,
  type SessionStore,
  type StoredSession,
} from './store.ts';

interface Entry {
  record: SessionRecord;
  expiresAt: number;
  owner: string | undefined;
  site: string | undefined;
}

/** In order of use: a Map keeps insertion order, and every use inserts again. */
type Pool = Map<string, Entry>;

function putLast(pool: Pool, key: string, entry: Entry): void {
  pool.delete(key);
  pool.set(key, entry);
}

const oldestOf = (pool: Pool): string | undefined => pool.keys().next().value;

const expiredIn = (pool: Pool, now: number): string[] =>
  [...pool].filter(([, { expiresAt }]) => expiresAt <= now).map(([key]) => key);

/** Keys of each person's sessions, or of each site's anonymous ones, least recently used first. */
class KeysByName {
  readonly #keys = new Map<string, Set<string>>();

  of(names: readonly string[]): string[] {
    return names.flatMap((name) => [...(this.#keys.get(name) ?? [])]);
  }

  use(name: string, key: string): void {
    const keys = this.#keys.get(name) ?? new Set();
    keys.delete(key);
    this.#keys.set(name, keys.add(key));
  }

  remove(name: string, key: string): void {
    const keys = this.#keys.get(name);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(name);
  }
}

interface MemoryStoreOptions {
  now?: () => number;
  maxSignedIn?: number;
  maxAnonymous?: number;
  maxAnonymousPerSite?: number;
  maxPerPerson?: number;
}

/** Sessions in the memory of this process: for a single gateway; a restart signs everyone out. */
export function createMemoryStore(options: MemoryStoreOptions = {}): SessionStore {
  const {
    now = Date.now,
    maxSignedIn = MAX_SIGNED_IN,
    maxAnonymous = MAX_ANONYMOUS,
    maxAnonymousPerSite = MAX_ANONYMOUS_PER_SITE,
    maxPerPerson = MAX_PER_PERSON,
  } = options;
  const signedIn: Pool = new Map();
  const anonymous: Pool = new Map();
  const index = new KeysByName();
  const sites = new KeysByName();
  const find = (key: string) => signedIn.get(key) ?? anonymous.get(key);

  function put(key: string, entry: Entry): void {
    if (entry.owner === undefined) {
      putLast(anonymous, key, entry);
      if (entry.site !== undefined) sites.use(entry.site, key);
    } else {
      putLast(signedIn, key, entry);
      index.use(entry.owner, key);
    }
  }

  function remove(key: string): StoredSession | undefined {
    const entry = find(key);
    if (!entry) return undefined;
    if (entry.owner !== undefined) index.remove(entry.owner, key);
    if (entry.site !== undefined) sites.remove(entry.site, key);
    signedIn.delete(key);
    anonymous.delete(key);
    return { key, record: entry.record };
  }

  const usedAt = (key: string): number => find(key)?.record.usedAt ?? 0;

  /** Sessions to evict for a new one: the person's own least recently used ones, otherwise the pool's. */
  function excess(newKey: string, owners: readonly string[]): { key: string; reason: EvictedSession['reason'] }[] {
    const others = index
      .of(owners)
      .filter((key) => key !== newKey)
      .sort((a, b) => usedAt(a) - usedAt(b));
    const own = others.slice(0, Math.max(0, others.length + 1 - maxPerPerson));
    if (own.length > 0) return own.map((key) => ({ key, reason: 'too-many' }));
    const oldest = oldestOf(signedIn);
    return signedIn.size > maxSignedIn && oldest ? [{ key: oldest, reason: 'full' }] : [];
  }

  return {
    get: (key) => Promise.resolve(find(key)?.record),
    create(key, record, ttlMs, owners = [], site) {
      put(key, { record, expiresAt: now() + ttlMs, owner: owners[0], site });
      const ofSite = site === undefined ? [] : sites.of([site]);
      if (ofSite.length > maxAnonymousPerSite && ofSite[0] !== undefined) remove(ofSite[0]);
      const oldest = oldestOf(anonymous);
      if (anonymous.size > maxAnonymous && oldest !== undefined) remove(oldest);
      const evicted = excess(key, owners).flatMap(({ key: other, reason }) => {
        const session = remove(other);
        return session ? [{ ...session, reason }] : [];
      });
      return Promise.resolve(evicted);
    },
    touch(key, use, ttlMs) {
      const entry = find(key);
      if (entry && entry.record.usedAt <= use.usedAt)
        put(key, { ...entry, record: { ...entry.record, ...use }, expiresAt: now() + ttlMs });
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
      for (const key of expiredIn(anonymous, now())) remove(key);
      return Promise.resolve(expiredIn(signedIn, now()).flatMap((key) => remove(key) ?? []));
    },
    onEndElsewhere: () => undefined,
    ping: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
