import { type Request, type RequestHandler } from 'express';
import { type Config } from '../config.ts';
import { Failure } from '../problems/failure.ts';
import { isSafe } from '../safe-methods.ts';

/** What a browser may say of a read: its own page, a page of the same site, or a person who typed the address. */
const READS_FROM = new Set(['same-origin', 'same-site', 'none']);

/** The origin a request says it comes from. `null` is one, and never ours. */
function statedOrigin(origin: string | undefined, referer: string | undefined): string | undefined {
  if (origin !== undefined) return origin;
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}

/**
 * Refuses requests that another site set off. Sec-Fetch-Site and Origin are both judged where a browser sends them: neither can
 * vouch for the other. A change without Sec-Fetch-Site needs an Origin (or Referer) that is exactly one of PUBLIC_ORIGIN.
 * Host and forwarding headers do not matter. No operation is made to be opened from elsewhere: a download that is will need
 * a word in its row.
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
    const note = faultOf(req);
    if (note !== undefined) throw new Failure('wrong-origin', { note });
    next();
  };
}
