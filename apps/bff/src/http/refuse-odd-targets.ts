import { type RequestHandler } from 'express';
import { Failure } from '../problems/failure.ts';

const MAX_LENGTH = 2048;
/** What RFC 3986 lets a path and a query hold, percent-encoding included. No backslash, no control character. */
const PLAIN = /^\/[A-Za-z0-9\-._~!$&'()*+,;=:@/%]*(\?[A-Za-z0-9\-._~!$&'()*+,;=:@/?%[\]{}|^"]*)?$/;
/** An encoded slash, backslash, dot, percent sign or control character is there to be read differently by two readers. */
const ENCODED_TRICK = /%(2f|5c|2e|25|7f|[01][0-9a-f])/i;
/** Also with a parameter behind a semicolon, which some servers take off before they look. */
const DOT_SEGMENT = /\/\.{1,2}(;[^/]*)?(\/|$)/;

/** @returns the kind of problem with a request's target: one that two programs could read as two different paths. */
export function oddityOf(target: string): 'address-too-long' | 'invalid-request' | undefined {
  if (target.length > MAX_LENGTH) return 'address-too-long';
  const path = target.split('?', 1)[0] ?? '';
  const odd = !PLAIN.test(target) || path.includes('//') || ENCODED_TRICK.test(path) || DOT_SEGMENT.test(path);
  return odd || !decodes(path) ? 'invalid-request' : undefined;
}

/** Refuses odd targets, whole addresses and `//host` among them, before anything looks at them. */
export const refuseOddTargets: RequestHandler = (req, _res, next) => {
  const kind = oddityOf(req.url);
  if (kind) throw new Failure(kind, { note: 'odd target' });
  next();
};

function decodes(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
