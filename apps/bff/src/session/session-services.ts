import { type OrderFilterQuery } from '@despacho/contracts/dispatch';
import { type RedisConnection } from '#redis/redis-connection.ts';
import { type Runtime } from '#runtime.ts';
import { createKeyedHash } from '#throttle/keyed-hash.ts';
import { siteOf } from '#throttle/sites.ts';
import { type Upstreams } from '#upstream/upstreams.ts';
import { type AccountChanges, createAccountChanges } from './account-changes.ts';
import { type EndReason } from './ends.ts';
import { filterDigest, selectionDigest } from './export-record.ts';
import { createFreshness, type Freshness } from './freshness.ts';
import { createIdentityCalls, type IdentityCalls } from './identity.ts';
import { createMemoryStore } from './memory-store.ts';
import { createOwners } from './owner.ts';
import { createPlaceOf, type PlaceOf } from '#upstream/place-of.ts';
import { createRedisStore } from './redis-store.ts';
import { createSealer } from '@despacho/server/sealing';
import { createSessions, type Sessions } from './sessions.ts';
import { type SessionStore, type StoredSession } from './store.ts';
import { createTickets, type Tickets } from './tickets.ts';

/** Sessions and their users. */
export interface SessionServices {
  sessions: Sessions;
  identity: IdentityCalls;
  freshness: Freshness;
  /** Changes of accounts that the dispatch service reported. */
  accountChanges: AccountChanges;
  /** Tickets that are valid only for the session they were issued to. */
  tickets: Tickets;
  /** @returns the digest of an export's filter for the log. */
  filterDigest: (filter: OrderFilterQuery) => string;
  /** @returns the digest of the photos of an export. */
  selectionDigest: (ids: readonly string[]) => string;
  placeOf: PlaceOf;
}

interface Parts {
  redis: RedisConnection | undefined;
  /** Replaces the store that the settings select. */
  store: SessionStore | undefined;
  /** See sessions.ts. */
  onEnd: (key: string) => void;
  onEnded: (session: StoredSession, reason: EndReason) => void;
}

/** How often expired sessions are removed and reported. */
const END_EXPIRED_EVERY_MS = 30_000;

export function createSessionServices(
  { config, now }: Runtime,
  { agents }: Upstreams,
  { redis, onEnd, onEnded, ...given }: Parts,
): SessionServices & { close(): Promise<void> } {
  const sealer = createSealer(config.SESSION_SECRET);
  const hash = createKeyedHash(config.SESSION_SECRET);
  const store = given.store ?? (redis ? createRedisStore({ redis, sealer, now }) : createMemoryStore({ now }));
  const sessions = createSessions({
    store,
    sealer,
    owners: createOwners(config.SESSION_SECRET),
    siteKeyOf: (address) => hash('session-site', siteOf(address)).toString('base64url').slice(0, 22),
    config,
    now,
    onEnd,
    onEnded,
  });
  const ending = setInterval(() => {
    sessions.endExpired().catch(() => undefined); // The connection reports a store that is down.
  }, END_EXPIRED_EVERY_MS).unref();
  const identity = createIdentityCalls(config, agents, now);
  const accountChanges = createAccountChanges(now);
  return {
    sessions,
    identity,
    accountChanges,
    freshness: createFreshness({
      calls: identity,
      sessions,
      changes: accountChanges,
      now,
      timeoutMs: config.UPSTREAM_TIMEOUT_MS,
    }),
    tickets: createTickets(hash),
    filterDigest: (filter) => filterDigest(hash, filter),
    selectionDigest: (ids) => selectionDigest(hash, ids),
    placeOf: createPlaceOf(config.GEO_DATABASE),
    close() {
      clearInterval(ending);
      return store.close();
    },
  };
}
