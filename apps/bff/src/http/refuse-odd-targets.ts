import { type RequestHandler } from 'express';
import { Failure } from '#problems/failure.ts';

const MAX_LENGTH = 2048;
/**
 * Characters that RFC 3986 allows in a path and a query, including percent-encoding. No backslash, no control
 * character.
 */
const PLAIN = /^\/[A-Za-z0-9\-._~!$&'()*+,;=:@/%]*(\?[A-Za-z0-9\-._~!$&'()*+,;=:@/?%[\]{}|^"]*)?$/;
/** An encoded slash, backslash, dot, percent sign or control character, which two parsers may decode differently. */
const ENCODED_TRICK = /%(2f|5c|2e|25|7f|[01][0-9a-f])/i;
/** Also with a parameter after a semicolon, which some servers strip first. */
const DOT_SEGMENT = /\/\.{1,2}(;[^/]*)?(\/|$)/;

/** @returns the problem with a request's target, if two parsers could read it as different paths. */
export function oddityOf(target: string): 'address-too-long' | 'invalid-request' | undefined {
  if (target.length > MAX_LENGTH) return 'address-too-long';
  const path = target.split('?', 1)[0] ?? '';
  const odd = !PLAIN.test(target) || path.includes('//') || ENCODED_TRICK.test(path) || DOT_SEGMENT.test(path);
  return odd || !decodes(path) ? 'invalid-request' : undefined;
}

/** Refuses ambiguous targets, including absolute URLs and `//host`, before anything uses them. */
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
