import { type Request, type RequestHandler } from 'express';
import { Failure } from '../problems/failure.ts';
import { type Services } from '../services.ts';
import { isSignedIn, type LiveSession } from '../session/record.ts';
import { readSessionId, sessionKey } from '../session/session-id.ts';
import { type Counter, type Full, slotOf } from '../throttle/counters.ts';
import { createKeyedHash } from '../throttle/keyed-hash.ts';
import { createCountersAtHand } from '../throttle/memory-counters.ts';
import { networksOf, OFFICES_PER_SITE } from '../throttle/networks-of.ts';
import { clientAddress } from '../session/client-address.ts';
import { sessionCookieName } from '../session/session-cookie.ts';

const MINUTE_MS = 60_000;

/** Sessions remembered at once; the one remembered first is forgotten first. */
const MAX_MET = 50_000;

/**
 * What is counted of an address, each apart, so that no flood of one kind keeps out the others: rows that look up no
 * session; requests without a session; cookies that name none; and sessions nobody has signed in to.
 */
type Table = 'open' | 'strangers' | 'invented' | 'anonymous';

/**
 * Limits what an address asks without being signed in. Forty people who open the page at eight take three such requests
 * each, and whoever is signed in takes one of `open` per page, so an office is not held up by what somebody in it does. The
 * /48 of an IPv6 address has its own count, five times as large: its holder can choose among 65,536 addresses of this
 * kind. What is stored of anonymous sessions is bounded again by site (session/store.ts). Counted in this process: it guards the session store and must not ask it.
 */
export function limitAddress({ config, now }: Pick<Services, 'config' | 'now'>): RequestHandler {
  const perMinute = config.ADDRESS_REQUESTS_PER_MINUTE;
  const limitFor = (rate: number) => ({ burst: 2 * rate, everyMs: MINUTE_MS / rate });
  const limit = limitFor(perMinute);
  const siteLimit = limitFor(perMinute * OFFICES_PER_SITE);
  const hash = createKeyedHash(config.SESSION_SECRET);
  const counters = createCountersAtHand(now);
  const cookieName = sessionCookieName(config);
  /** Keys of sessions seen here. An address that invents cookies is asked no others of, so that the store has its peace. */
  const met = new Set<string>();
  const meet = (key: string): void => {
    met.delete(key);
    met.add(key);
    const oldest = met.size > MAX_MET ? met.values().next().value : undefined;
    if (oldest !== undefined) met.delete(oldest);
  };
  const countersOf = (table: Table, address: string): Counter[] => {
    const { own, site } = networksOf(address);
    const ownCounter = { table, slot: slotOf(hash('strangers', own)), limit };
    if (site === undefined) return [ownCounter];
    return [ownCounter, { table: `${table}-site`, slot: slotOf(hash('strangers', site)), limit: siteLimit }];
  };
  const refuseIf = (full: Full | undefined, req: Request): void => {
    if (full)
      throw new Failure('too-many-requests', {
        retryAfterSeconds: Math.ceil(full.waitMs / 1000),
        log: { ip: clientAddress(req), limit: 'address' },
      });
  };
  const count = (table: Table, req: Request): void => {
    if (perMinute > 0) refuseIf(counters.take(countersOf(table, clientAddress(req))), req);
  };
  const keyOf = (req: Request): string | undefined => {
    const id = readSessionId((req.cookies as Record<string, unknown>)[cookieName]);
    return id === undefined ? undefined : sessionKey(id);
  };
  // The same two for all requests: a function made for each of them, and kept by it, keeps the whole of it alive until the
  // next time all of the heap is looked through.
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
    if (req.matched.policy.access === 'everyone') count('open', req);
    else if (key === undefined) count('strangers', req);
    else if (perMinute > 0 && !met.has(key)) refuseIf(counters.full(countersOf('invented', clientAddress(req))), req);
    next();
  };
}
