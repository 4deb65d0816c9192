import { type Request, type RequestHandler } from 'express';
import { type Config } from '#config.ts';
import { Failure } from '#problems/failure.ts';
import { isSafe } from '#safe-methods.ts';

/** Allowed values of Sec-Fetch-Site for a read: the page itself, a page of the same site, or a typed address. */
const READS_FROM = new Set(['same-origin', 'same-site', 'none']);

/** The origin stated by a request. `null` counts as one, and is never ours. */
function statedOrigin(origin: string | undefined, referer: string | undefined): string | undefined {
  if (origin !== undefined) return origin;
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}

/**
 * Refuses requests from other sites. Sec-Fetch-Site and Origin are both checked if a browser sends them: neither
 * replaces the other. A write without Sec-Fetch-Site requires an Origin (or Referer) that exactly matches one of
 * PUBLIC_ORIGIN. Host and forwarding headers are ignored. No operation may be opened from another site; a download that
 * should be will need its own property in the row. The row that a provider's server calls is exempt.
 */
export function checkOrigin({ PUBLIC_ORIGIN: own }: Pick<Config, 'PUBLIC_ORIGIN'>): RequestHandler {
  const faultOf = (req: Request): string | undefined => {
    const site = req.get('sec-fetch-site');
    const origin = req.get('origin');
    if (isSafe(req.method)) {
      if (origin !== undefined && !own.includes(origin)) return 'read by another origin';
      return site === undefined || READS_FROM.has(site) ? undefined : 'cross-site read';
    }
    if (site !== undefined && site !== 'same-origin') return 'Sec-Fetch-Site is not same-origin';
    if (site !== undefined && origin === undefined) return undefined;
    const stated = statedOrigin(origin, req.get('referer'));
    return stated !== undefined && own.includes(stated) ? undefined : 'Origin is not ours';
  };
  return (req, _res, next) => {
    const note = req.matched.policy.caller === 'server' ? undefined : faultOf(req);
    if (note !== undefined) throw new Failure('wrong-origin', { note });
    next();
  };
}
