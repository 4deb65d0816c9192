import { type Request, type RequestHandler } from 'express';
import { type Config } from '../config.ts';
import { Failure } from '../problems/failure.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export const isSafe = (method: string): boolean => SAFE_METHODS.has(method);

/** What a browser may say of a read: its own page, a page of the same site, or a person who typed the address. */
const READS_FROM = new Set(['same-origin', 'same-site', 'none']);

/** The origin a request says it comes from. `null` is one, and never ours. */
function statedOrigin(origin: string | undefined, referer: string | undefined): string | undefined {
  if (origin !== undefined) return origin;
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}

/**
 * Refuses what other sites set off. A browser says so itself in Sec-Fetch-Site; where it does not, a change needs an
 * Origin (or Referer) that is exactly one of PUBLIC_ORIGIN, and a read must not have another Origin. Host and forwarding
 * headers do not matter. No operation is made to be opened from elsewhere: a download that is will need a word in its row.
 */
export function checkOrigin({ PUBLIC_ORIGIN: own }: Pick<Config, 'PUBLIC_ORIGIN'>): RequestHandler {
  const faultOf = (req: Request): string | undefined => {
    const site = req.get('sec-fetch-site');
    const origin = req.get('origin');
    if (site !== undefined) {
      if (isSafe(req.method)) return READS_FROM.has(site) ? undefined : 'cross-site read';
      return site === 'same-origin' ? undefined : 'Sec-Fetch-Site is not same-origin';
    }
    if (isSafe(req.method)) return origin === undefined || own.includes(origin) ? undefined : 'read by another origin';
    const stated = statedOrigin(origin, req.get('referer'));
    return stated !== undefined && own.includes(stated) ? undefined : 'Origin is not ours';
  };
  return (req, _res, next) => {
    const note = faultOf(req);
    if (note !== undefined) throw new Failure('wrong-origin', { note });
    next();
  };
}
