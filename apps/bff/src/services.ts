import { type OrderFilterQuery } from '@despacho/contracts/dispatch';
import { type Request } from 'express';
import { createMetrics, type Metrics } from './admin/metrics.ts';
import { type Config } from './config.ts';
import { every, type Every } from './every.ts';
import { type Logger } from './log.ts';
import { createAssertions, type SignAssertion } from './proxy/assertion.ts';
import { createForward, type Forward } from './proxy/forward.ts';
import { createKeyedQueue, type KeyedQueue } from './proxy/keyed-queue.ts';
import { createOpenStreams, type OpenStreams } from './proxy/open-streams.ts';
import { createSharedQueue } from './proxy/shared-queue.ts';
import { createOperationsLink, type OperationsLink } from './proxy/operations-link.ts';
import { STREAM_LIMITS, type StreamLimits } from './proxy/stream-limits.ts';
import { connectRedis, type RedisConnection } from './redis/redis-connection.ts';
import { createSecurityLog, type SecurityLog } from './security-events/security-log.ts';
import { filterDigest } from './session/export-record.ts';
import { createFreshness, type Freshness } from './session/freshness.ts';
import { createIdentityCalls, type IdentityCalls } from './session/identity.ts';
import { createMemoryStore } from './session/memory-store.ts';
import { createOwners } from './session/owner.ts';
import { createPlaceOf, type PlaceOf } from './session/place-of.ts';
import { createRedisStore } from './session/redis-store.ts';
import { createSealer, type Sealer } from './session/sealing.ts';
import { shortKey } from './session/session-id.ts';
import { createSessions, type Sessions } from './session/sessions.ts';
import { type SessionStore } from './session/store.ts';
import { createTickets, type Tickets } from './session/tickets.ts';
import { wait as waitForReal, type Wait } from './throttle/answer-time.ts';
import { createImportCaps, type ImportCaps, IMPORTS_PER_HOUR } from './throttle/import-caps.ts';
import { createKeyedHash } from './throttle/keyed-hash.ts';
import { createMemoryKnownAddresses, createRedisKnownAddresses } from './throttle/known-addresses.ts';
import { createLoginThrottle, type LoginThrottle } from './throttle/login-throttle.ts';
import { createMemoryCounters } from './throttle/memory-counters.ts';
import { siteOf } from './throttle/networks-of.ts';
import { createRedisCounters } from './throttle/redis-counters.ts';
import { createAgents, type Agents } from './upstream/agents.ts';
import { createHeldAnswers, type HELD_LIMITS, type HeldAnswers } from './upstream/held-answers.ts';

/** What the dispatch service needs, present when it is configured. */
interface Operations {
  call: Forward;
  stream: Forward;
  assertionFor: SignAssertion;
  link: OperationsLink;
}

/** Everything a request can need, made once at start. */
export interface Services {
  config: Config;
  log: Logger;
  security: SecurityLog;
  now: () => number;
  wait: Wait;
  every: Every;
  metrics: Metrics;
  agents: Agents;
  sessions: Sessions;
  identity: IdentityCalls;
  freshness: Freshness;
  logins: LoginThrottle;
  /** Words that are good for the session they were given to alone. */
  tickets: Tickets;
  /** What stands for the filter of an export in the log. */
  filterDigest: (filter: OrderFilterQuery) => string;
  /** Permission saves of an office, one after another at all gateways of a Redis: each is judged by the list the one before it left. */
  saves: KeyedQueue;
  imports: ImportCaps;
  streams: OpenStreams;
  /** Files that are being sent. */
  downloads: OpenStreams;
  streamLimits: StreamLimits;
  /** Answers in this process. */
  held: HeldAnswers;
  placeOf: PlaceOf;
  api: Forward;
  base: Forward;
  operations: Operations | undefined;
  /** Folder of the built pages. */
  webRoot: URL;
  close(): Promise<void>;
}

interface Parts {
  config: Config;
  log: Logger;
  webRoot: URL;
  now?: () => number;
  wait?: Wait;
  every?: Every;
  /** For tests, which cannot wait as long. */
  streamLimits?: Partial<StreamLimits>;
  heldLimits?: typeof HELD_LIMITS;
  store?: SessionStore;
}

function createStore(redis: RedisConnection | undefined, sealer: Sealer, now: () => number): SessionStore {
  return redis ? createRedisStore({ redis, sealer, now }) : createMemoryStore({ now });
}

/** Sessions end at their time by themselves; this often what is left of them is removed and told of. */
const END_EXPIRED_EVERY_MS = 30_000;

function createLogins(config: Config, redis: RedisConnection | undefined, now: () => number): LoginThrottle {
  return createLoginThrottle({
    counters: redis ? createRedisCounters(redis, now) : createMemoryCounters(now),
    known: redis ? createRedisKnownAddresses(redis, now) : createMemoryKnownAddresses(now),
    hash: createKeyedHash(config.SESSION_SECRET),
    perAddress: config.LOGIN_FAILURES_PER_ADDRESS,
  });
}

function createOperations(
  { OPERATIONS_URL: url, OPERATIONS_KEY: key }: Config,
  agents: Agents,
  log: Logger,
  now: () => number,
): Operations | undefined {
  if (!url || !key) return undefined;
  const assertionFor = createAssertions(key);
  const link = createOperationsLink({ url, agents, assertionFor, log, now });
  return {
    call: link.watch(createForward(url, agents, 'calls')),
    stream: link.watch(createForward(url, agents, 'streams')),
    assertionFor,
    link,
  };
}

/** Puts the gateway's parts together. Nothing is contacted yet but the session store. */
export function createServices({ config, log, webRoot, now = Date.now, ...given }: Parts): Services {
  const redis = config.REDIS_URL === undefined ? undefined : connectRedis(config.REDIS_URL, log);
  const sealer = createSealer(config.SESSION_SECRET);
  const store = given.store ?? createStore(redis, sealer, now);
  const agents = createAgents();
  const streams = createOpenStreams();
  const downloads = createOpenStreams(Infinity);
  const hash = createKeyedHash(config.SESSION_SECRET);
  const logins = createLogins(config, redis, now);
  const security = createSecurityLog(log, logins.accountOf);
  const sessions = createSessions({
    store,
    sealer,
    owners: createOwners(config.SESSION_SECRET),
    siteKeyOf: (address) => hash('session-site', siteOf(address)).toString('base64url').slice(0, 22),
    config,
    now,
    onEnd: (key) => {
      streams.endOf(key);
      downloads.endOf(key);
    },
    onEnded: (session, reason) => {
      // A logout tells of itself, with its request.
      if (reason !== 'logout') security.tell('session.ended', { ...security.whoIn(session), reason });
    },
  });
  const ending = setInterval(() => {
    sessions.endExpired().catch(() => undefined); // A store that is down is told of by its connection.
  }, END_EXPIRED_EVERY_MS).unref();
  const identity = createIdentityCalls(config, agents, now);
  const operations = createOperations(config, agents, log, now);
  const freshness = createFreshness({ calls: identity, sessions, now, timeoutMs: config.UPSTREAM_TIMEOUT_MS });
  return {
    config,
    log,
    security,
    now,
    wait: given.wait ?? waitForReal,
    every: given.every ?? every,
    logins,
    tickets: createTickets(hash),
    filterDigest: (filter) => filterDigest(hash, filter),
    saves: redis ? createSharedQueue(createKeyedQueue(), redis) : createKeyedQueue(),
    metrics: createMetrics(() => streams.size),
    agents,
    sessions,
    identity,
    freshness,
    imports: createImportCaps(config.REQUESTS_PER_MINUTE === 0 ? 0 : IMPORTS_PER_HOUR, now),
    streams,
    downloads,
    streamLimits: { ...STREAM_LIMITS, ...given.streamLimits },
    held: createHeldAnswers(({ req }, bytes) => {
      const { live } = (req as Request).session;
      if (live) security.tell('answer.cut', { session: shortKey(live.key), bytes });
    }, given.heldLimits),
    placeOf: createPlaceOf(config.GEO_DATABASE),
    api: createForward(config.API_URL, agents, 'calls'),
    base: createForward(config.BASE_URL, agents, 'calls'),
    operations,
    webRoot,
    async close() {
      clearInterval(ending);
      streams.endAll();
      operations?.link.close();
      agents.close();
      await store.close();
      redis?.close();
    },
  };
}
