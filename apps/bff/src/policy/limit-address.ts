import { linkedPrincipal } from '@despacho/contracts';
import { addLast } from '@despacho/server/add-last';
import { networksOf } from '@despacho/server/networks-of';
import { type Request, type RequestHandler } from 'express';
import { Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';
import { isSignedIn, type LiveSession } from '#session/record.ts';
import { readSessionId, sessionKey } from '#session/session-id.ts';
import { type Counter, type Full, slotOf } from '#throttle/counters.ts';
import { createKeyedHash } from '#throttle/keyed-hash.ts';
import { createCountersAtHand } from '#throttle/memory-counters.ts';
import { OFFICES_PER_SITE } from '#throttle/sites.ts';
import { clientAddress } from '#session/client-address.ts';
import { readLinkedId } from '#session/linked-cookie.ts';
import { sessionCookieName } from '#session/session-cookie.ts';

const MINUTE_MS = 60_000;

/** Number of remembered sessions; the oldest is forgotten first. */
const MAX_MET = 50_000;

/**
 * Kinds of requests that are counted separately, so that a flood of one does not block the others: rows without a
 * session lookup; requests without a session; unknown session cookies; anonymous sessions; and pages of screens.
 */
type Table = 'open' | 'strangers' | 'invented' | 'anonymous' | 'pages';

/**
 * Counts requests by address and network. Two instances share no counts.
 * @returns `take` counts a request, `full` only checks: both return the full counter, if there is one.
 */
export function createAddressCounters({ config, now }: Pick<Services, 'config' | 'now'>) {
  const perMinute = config.ADDRESS_REQUESTS_PER_MINUTE;
  const limitFor = (rate: number) => ({ burst: 2 * rate, everyMs: MINUTE_MS / rate });
  const limit = limitFor(perMinute);
  const siteLimit = limitFor(perMinute * OFFICES_PER_SITE);
  const hash = createKeyedHash(config.SESSION_SECRET);
  const counters = createCountersAtHand(now);
  const countersOf = (table: Table, address: string): Counter[] => {
    const { own, site } = networksOf(address);
    const ownCounter = { table, slot: slotOf(hash('strangers', own)), limit };
    if (site === undefined) return [ownCounter];
    return [ownCounter, { table: `${table}-site`, slot: slotOf(hash('strangers', site)), limit: siteLimit }];
  };
  return {
    take: (table: Table, address: string): Full | undefined =>
      perMinute > 0 ? counters.take(countersOf(table, address)) : undefined,
    full: (table: Table, address: string): Full | undefined =>
      perMinute > 0 ? counters.full(countersOf(table, address)) : undefined,
  };
}

/**
 * Limits the requests of an address that are not signed in. Forty people who open the page at eight make three such
 * requests each, and a signed-in user makes one of kind `open` per page, so users do not block their office. The /48 of
 * an IPv6 address has its own limit, five times as large, because its holder can choose among 65,536 networks. Stored
 * anonymous sessions are also limited by site (session/store.ts). Counted per process, because it protects the session
 * store and must not query it.
 */
export function limitAddress(services: Pick<Services, 'config' | 'now'>): RequestHandler {
  const { config } = services;
  const counters = createAddressCounters(services);
  const cookieName = sessionCookieName(config);
  /**
   * Keys of sessions seen here. An address with invented cookies may use only these, without further calls to the
   * store.
   */
  const met = new Map<string, true>();
  const meet = (key: string): void => addLast(met, key, true, MAX_MET);
  const refuseIf = (full: Full | undefined, req: Request): void => {
    if (full)
      throw new Failure('too-many-requests', {
        retryAfterSeconds: Math.ceil(full.waitMs / 1000),
        log: { ip: clientAddress(req), limit: 'address' },
      });
  };
  const count = (table: Table, req: Request): void => {
    refuseIf(counters.take(table, clientAddress(req)), req);
  };
  const keyOf = (req: Request): string | undefined => {
    const principal = linkedPrincipal(req.matched.policy.access);
    if (principal) return readLinkedId(req, principal, config)?.key;
    const id = readSessionId((req.cookies as Record<string, unknown>)[cookieName]);
    return id === undefined ? undefined : sessionKey(id);
  };
  // The same two functions for all requests: a closure per request would keep it alive until a full garbage collection.
  function foundSession(this: Request, live: LiveSession | undefined): void {
    const key = live ? live.key : this.cookieKey;
    if (key === undefined) return;
    if (live) {
      meet(key);
      if (!isSignedIn(live)) count('anonymous', this);
    } else {
      met.delete(key);
      count('invented', this);
      count('strangers', this);
    }
  }
  const madeSession = (made: string): void => {
    meet(sessionKey(made));
  };
  return (req, _res, next) => {
    req.foundSession = foundSession;
    req.madeSession = madeSession;
    const key = keyOf(req);
    req.cookieKey = key;
    const { access } = req.matched.policy;
    if (access === 'everyone') count('open', req);
    // The id of a phone or guest is not looked up before its link is used.
    else if (key === undefined || access === 'courier-public' || access === 'guest-public') count('strangers', req);
    else if (!met.has(key)) refuseIf(counters.full('invented', clientAddress(req)), req);
    next();
  };
}
