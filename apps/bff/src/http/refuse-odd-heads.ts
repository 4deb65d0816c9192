import { type RequestHandler } from 'express';
import { type IncomingMessage } from 'node:http';
import { type Config } from '#config.ts';
import { Failure } from '#problems/failure.ts';
import { LINKED_PRINCIPALS } from '@despacho/contracts';
import { linkedCookieName } from '#session/linked-cookie.ts';
import { sessionCookieName } from '#session/session-cookie.ts';

/** A browser sends about twenty. */
const MAX_HEADERS = 100;

/**
 * For a single-valued header that is repeated, Node keeps the first value, other programs the last: so it is refused.
 */
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

const HOST = /^[A-Za-z0-9\-._~[\]:]{1,255}$/;

function repeatsAHeader({ rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return SINGLE.some((name) => names.indexOf(name) !== names.lastIndexOf(name));
}

/** Whether a cookie is repeated: it would be ambiguous which one counts, possibly one set by an attacker. */
function repeatsCookie(cookies = '', name: string): boolean {
  // Parsers trim blanks around a name, so `name =` is the same cookie as `name=`.
  const names = cookies.split(';').map((cookie) => cookie.split('=', 1)[0]?.trim());
  return names.indexOf(name) !== names.lastIndexOf(name);
}

/** @returns what is invalid about a request's framing, as a note for the log. */
function framingFault({ headers, httpVersionMinor }: IncomingMessage): string | undefined {
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return undefined;
  if (coding.toLowerCase() !== 'chunked') return 'a transfer coding that is not chunked';
  // HTTP/1.0 has no transfer codings: a proxy may have determined the body's length in another way (RFC 9112, 6.1).
  return httpVersionMinor === 0 ? 'a transfer coding in HTTP/1.0' : undefined;
}

/** @param sessionCookies names of the cookies that hold a session. @returns the failure of an ambiguous head. */
export function faultOfHead(req: IncomingMessage, sessionCookies: readonly string[]): Failure | undefined {
  const { headers, httpVersionMinor } = req;
  const invalid = (note: string) => new Failure('invalid-request', { note });
  if (req.rawHeaders.length > 2 * MAX_HEADERS) return new Failure('headers-too-large', { note: 'too many headers' });
  const framing = framingFault(req);
  if (framing !== undefined) return invalid(framing);
  if (headers.host === undefined ? httpVersionMinor !== 0 : !HOST.test(headers.host)) return invalid('no usable Host');
  if (repeatsAHeader(req)) return invalid('a header twice');
  if (sessionCookies.some((name) => repeatsCookie(headers.cookie, name))) return invalid('two session cookies');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return new Failure('expectation-failed');
  return undefined;
}

/** Refuses ambiguous heads and closes their connections, because the start of the next request is unknown. */
export function refuseOddHeads(config: Pick<Config, 'secure'>): RequestHandler {
  const cookies = [
    sessionCookieName(config),
    ...LINKED_PRINCIPALS.map((principal) => linkedCookieName(principal, config)),
  ];
  return (req, res, next) => {
    const fault = faultOfHead(req, cookies);
    if (!fault) {
      next();
      return;
    }
    res.setHeader('Connection', 'close');
    throw fault;
  };
}
