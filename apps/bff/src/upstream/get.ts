import { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { type Readable } from 'node:stream';
import { errors } from 'undici';
import { type Agents } from './agents.ts';
import { failureOf } from './failure-of.ts';
import { limitHints } from './limit-hints.ts';

/** An upstream's answer of which the head has arrived, from http-proxy-middleware or from undici. */
export type UpstreamAnswer = Readable & Pick<IncomingMessage, 'statusCode' | 'headers'>;

/** What each of these calls says of itself; the caller may say more. */
export const GET_HEADERS = { accept: 'application/json', 'accept-encoding': 'identity' } as const;

/** Of a header that came twice the first counts, as with Node's own client. */
const firstOfEach = (headers: Record<string, string | string[] | undefined>): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));

/** Whether bytes came back that are not HTTP, or not an answer to the request. */
const isGarbled = (error: unknown): boolean =>
  error instanceof errors.HTTPParserError ||
  error instanceof errors.HeadersOverflowError ||
  error instanceof errors.ResponseContentLengthMismatchError ||
  (error instanceof errors.SocketError && /^bad (upgrade|response)$/.test(error.message));

/**
 * One GET to an upstream, for the operations that change form. Redirects are not followed, nothing is retried.
 * @param search begins with `?`, or is empty. It may hold a password: it is never logged.
 * @throws Failure or ClientGone.
 */
export async function getFromUpstream(
  url: URL,
  search: string,
  headers: Record<string, string | undefined>,
  { client }: Agents,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  const endless = new AbortController();
  const onInfo = limitHints((failure) => {
    endless.abort(failure);
  });
  // undici checks the signal of a queued request only once it has a connection.
  const aborted = Promise.withResolvers<never>();
  const giveUp = () => {
    aborted.reject(signal.reason);
  };
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    signal.throwIfAborted();
    const asked = client.request({
      origin: url.origin,
      path: `${url.pathname}${search}`,
      method: 'GET',
      headers: { ...GET_HEADERS, ...headers },
      signal: AbortSignal.any([signal, endless.signal]),
      onInfo,
    });
    const { statusCode, headers: received, body } = await Promise.race([asked, aborted.promise]);
    return Object.assign(body, { statusCode, headers: firstOfEach(received) });
  } catch (error) {
    throw failureOf(error, isGarbled(error) ? 'read' : 'connect', signal);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
