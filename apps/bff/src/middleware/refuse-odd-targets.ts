import { type RequestHandler } from 'express';
import { Failure } from '../problems/failure.ts';

const MAX_LENGTH = 2048;
/** What RFC 3986 lets a path and a query hold, percent-encoding included. No backslash, no control character. */
const PLAIN = /^\/[A-Za-z0-9\-._~!$&'()*+,;=:@/%]*(\?[A-Za-z0-9\-._~!$&'()*+,;=:@/?%[\]{}|^"]*)?$/;
/** An encoded slash, backslash, dot, percent sign or control character is there to be read differently by two readers. */
const ENCODED_TRICK = /%(2f|5c|2e|25|7f|[01][0-9a-f])/i;
const DOT_SEGMENT = /\/\.{1,2}(\/|$)/;

/** Refuses targets that two programs could read as two different paths, whole addresses and `//host` among them. */
export const refuseOddTargets: RequestHandler = (req, _res, next) => {
  if (req.url.length > MAX_LENGTH) throw new Failure('address-too-long');
  const path = req.url.split('?', 1)[0] ?? '';
  const odd = !PLAIN.test(req.url) || path.includes('//') || ENCODED_TRICK.test(path) || DOT_SEGMENT.test(path);
  if (odd || !decodes(path)) throw new Failure('invalid-request', { note: 'odd target' });
  next();
};

function decodes(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
