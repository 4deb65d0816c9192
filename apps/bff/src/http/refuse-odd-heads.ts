import { type RequestHandler } from 'express';
import { type IncomingMessage } from 'node:http';
import { type Config } from '../config.ts';
import { Failure } from '../problems/failure.ts';
import { sessionCookieName } from '../session/session-cookie.ts';

/** A browser sends some twenty. */
const MAX_HEADERS = 100;

/** Of a header that says one thing, Node keeps the first, other programs the last: twice is not served at all. */
const SINGLE = [
  'authorization',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'origin',
  'referer',
  'sec-fetch-site',
  'transfer-encoding',
  'x-xsrf-token',
];

/** A bit for each, so that what has been seen is a number and not a set made for every request. */
const BITS = new Map(SINGLE.map((name, index) => [name, 1 << index]));

/** A bit for each length one of them has: half of what a browser sends needs no second look. */
const LENGTHS = SINGLE.reduce((bits, { length }) => bits | (1 << length), 0);

const HOST = /^[A-Za-z0-9\-._~[\]:]{1,255}$/;

function repeatsAHeader({ rawHeaders }: IncomingMessage): boolean {
  let seen = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // Shifts count to 31 and begin again, so a name of more may get a second look as well.
    if ((LENGTHS & (1 << name.length)) === 0) continue;
    const bit = BITS.get(name.toLowerCase()) ?? 0;
    if ((seen & bit) !== 0) return true;
    seen |= bit;
  }
  return false;
}

/** Whether a cookie is there twice: which of the two counts would be anybody's guess, also that of whoever tossed one. */
function repeatsCookie(cookies: string | undefined, name: string): boolean {
  const first = cookies?.indexOf(name) ?? -1;
  if (!cookies || first < 0 || !cookies.includes(name, first + name.length)) return false;
  // Parsers drop blanks around a name, so `name =` is the same cookie as `name=`.
  return cookies.split(';').filter((cookie) => cookie.split('=', 1)[0]?.trim() === name).length > 1;
}

/** @returns what is odd about a request's framing, as a note for the log. */
function framingFault({ headers, httpVersionMinor }: IncomingMessage): string | undefined {
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return undefined;
  if (coding.toLowerCase() !== 'chunked') return 'a transfer coding that is not chunked';
  // HTTP/1.0 has none: some proxy on the way may have read the body's length from something else (RFC 9112, 6.1).
  return httpVersionMinor === 0 ? 'a transfer coding in HTTP/1.0' : undefined;
}

/** @returns the failure of a head that two programs could read differently. */
export function faultOfHead(req: IncomingMessage, sessionCookie: string): Failure | undefined {
  const { headers, httpVersionMinor } = req;
  const invalid = (note: string) => new Failure('invalid-request', { note });
  if (req.rawHeaders.length > 2 * MAX_HEADERS) return new Failure('headers-too-large', { note: 'too many headers' });
  const framing = framingFault(req);
  if (framing !== undefined) return invalid(framing);
  if (headers.host === undefined ? httpVersionMinor !== 0 : !HOST.test(headers.host)) return invalid('no usable Host');
  if (repeatsAHeader(req)) return invalid('a header twice');
  if (repeatsCookie(headers.cookie, sessionCookie)) return invalid('two session cookies');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return new Failure('expectation-failed');
  return undefined;
}

/** Refuses odd heads, and gives up their connections: nobody can say where the next request begins. */
export function refuseOddHeads(config: Pick<Config, 'secure'>): RequestHandler {
  const cookie = sessionCookieName(config);
  return (req, res, next) => {
    const fault = faultOfHead(req, cookie);
    if (!fault) {
      next();
      return;
    }
    res.setHeader('Connection', 'close');
    throw fault;
  };
}
