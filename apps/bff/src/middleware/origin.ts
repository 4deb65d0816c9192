import { type RequestHandler } from 'express';
import { type Config } from '../config.ts';
import { Failure } from '../problems/failure.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export const isSafe = (method: string): boolean => SAFE_METHODS.has(method);

/** The origin a request says it comes from; `null` and everything unreadable count as none. */
function statedOrigin(origin: string | undefined, referer: string | undefined): string | undefined {
  if (origin !== undefined) return origin;
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}

/**
 * Refuses what other sites set off. A browser says so itself in Sec-Fetch-Site; where it does not, a change needs an
 * Origin (or Referer) that is exactly one of PUBLIC_ORIGIN. Host and forwarding headers do not matter.
 */
export function checkOrigin({ PUBLIC_ORIGIN: own }: Pick<Config, 'PUBLIC_ORIGIN'>): RequestHandler {
  return (req, _res, next) => {
    const site = req.get('sec-fetch-site');
    const refuse = (note: string) => new Failure('wrong-origin', { note });
    if (isSafe(req.method)) {
      if (site === 'cross-site') throw refuse('cross-site read');
    } else if (site !== undefined) {
      if (site !== 'same-origin') throw refuse('Sec-Fetch-Site is not same-origin');
    } else {
      const origin = statedOrigin(req.get('origin'), req.get('referer'));
      if (origin === undefined || !own.includes(origin)) throw refuse('Origin is not ours');
    }
    next();
  };
}
