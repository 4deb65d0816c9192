import { addLast } from '@despacho/server/add-last';
import { type RequestHandler } from 'express';
import { Failure } from '#problems/failure.ts';

const MINUTE_MS = 60_000;
/** A request waits this long (ms) for the bucket to refill; one that would wait longer is refused. */
const MAX_WAIT_MS = 1000;
/** Number of remembered sessions; the least recently seen is forgotten first. */
const MAX_BUCKETS = 50_000;

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Limits the requests of a session: a bucket of `perMinute` that refills steadily. A request slightly above it waits, so that
 * a page that repeats requests as fast as they are answered is slowed down, not refused. It protects against a runaway page,
 * not against strangers, who have no session (limit-address.ts). A row may have its own bucket. Counted per process, so
 * several gateways allow that much each: a call to Redis for every request would cost more than it protects.
 */
export function limitRate(perMinute: number, now: () => number): RequestHandler {
  const buckets = new Map<string, Bucket>();
  return (req, res, next) => {
    const session = req.session.live ?? req.session.linked;
    if (perMinute === 0 || !session) {
      next();
      return;
    }
    const { id, policy } = req.matched;
    const key = policy.ownRate ? `${session.key} ${id}` : session.key;
    const bucket = buckets.get(key) ?? { tokens: perMinute, at: now() };
    const tokens = Math.min(perMinute, bucket.tokens + ((now() - bucket.at) / MINUTE_MS) * perMinute);
    const wait = Math.max(0, ((1 - tokens) * MINUTE_MS) / perMinute);
    const isRefused = wait > MAX_WAIT_MS;
    addLast(buckets, key, { tokens: isRefused ? tokens : tokens - 1, at: now() }, MAX_BUCKETS);
    if (isRefused)
      throw new Failure('too-many-requests', {
        retryAfterSeconds: Math.ceil(60 / perMinute),
        log: { limit: 'session' },
      });
    if (wait === 0) next();
    else {
      const timer = setTimeout(next, wait);
      res.once('close', () => clearTimeout(timer));
    }
  };
}
