import { type RequestHandler } from 'express';
import { Failure } from '../problems/failure.ts';
import { type Services } from '../services.ts';
import { readSessionId } from '../session/session-id.ts';
import { type Counter, slotOf } from '../throttle/counters.ts';
import { createKeyedHash } from '../throttle/keyed-hash.ts';
import { createCountersAtHand } from '../throttle/memory-counters.ts';
import { networksOf } from '../throttle/networks-of.ts';
import { clientAddress } from './client-address.ts';
import { sessionCookieName } from './session-cookie.ts';

const MINUTE_MS = 60_000;

/**
 * Limits what an address asks without a session. Forty people who open the page at eight take three such requests each,
 * and whoever is signed in takes none, so an office is not held up by what somebody in it does. At the default of 300 a
 * minute (600 at once) an address makes no more than 5,100 anonymous sessions in their fifteen minutes, of the 10,000
 * there is room for. Counted in this process: it guards the session store and must not ask it.
 */
export function limitAddress({ config, now }: Pick<Services, 'config' | 'now'>): RequestHandler {
  const perMinute = config.ADDRESS_REQUESTS_PER_MINUTE;
  const limit = { burst: 2 * perMinute, everyMs: MINUTE_MS / perMinute };
  const hash = createKeyedHash(config.SESSION_SECRET);
  const counters = createCountersAtHand(now);
  const cookieName = sessionCookieName(config);
  const counterOf = (address: string): Counter => ({
    table: 'strangers',
    slot: slotOf(hash('strangers', networksOf(address).own)),
    limit,
  });
  return (req, _res, next) => {
    const count = () => {
      if (perMinute === 0) return;
      const address = clientAddress(req);
      const full = counters.take([counterOf(address)]);
      if (full)
        throw new Failure('too-many-requests', {
          retryAfterSeconds: Math.ceil(full.waitMs / 1000),
          log: { ip: address, limit: 'address' },
        });
    };
    // A cookie that may be ours is for the session store to judge, which asks for the count when it knows none such.
    const mayHaveSession = readSessionId((req.cookies as Record<string, unknown>)[cookieName]) !== undefined;
    if (!mayHaveSession) count();
    req.foundNoSession = mayHaveSession ? count : () => undefined;
    next();
  };
}
