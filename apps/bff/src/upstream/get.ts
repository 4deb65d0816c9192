import { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { type Readable } from 'node:stream';
import { errors } from 'undici';
import { unlessAborted } from '#unless-aborted.ts';
import { type Agents } from './agents.ts';
import { failureOf } from './failure-of.ts';
import { limitHints } from './limit-hints.ts';

/** An upstream's response with its headers, from http-proxy-middleware or from undici. */
export type UpstreamAnswer = Readable & Pick<IncomingMessage, 'statusCode' | 'headers'>;

/** Headers of each of these calls; the caller may add more. */
export const GET_HEADERS = { accept: 'application/json', 'accept-encoding': 'identity' } as const;

/** Keeps the first of a repeated header, like Node's own client. */
const firstOfEach = (headers: Record<string, string | string[] | undefined>): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));

/** Whether the bytes received are not HTTP, or not a response to the request. */
const isGarbled = (error: unknown): boolean =>
  error instanceof errors.HTTPParserError ||
  error instanceof errors.HeadersOverflowError ||
  error instanceof errors.ResponseContentLengthMismatchError ||
  (error instanceof errors.SocketError && /^bad (upgrade|response)$/.test(error.message));

/**
 * One GET to an upstream, for operations that the gateway implements itself. Follows no redirects and retries nothing.
 * @param search begins with `?`, or is empty. It may contain a password: it is never logged.
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
  const onInfo = limitHints((failure) => endless.abort(failure));
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
    // undici checks the signal of a queued request only once it has a connection.
    const { statusCode, headers: received, body } = await unlessAborted(asked, signal);
    return Object.assign(body, { statusCode, headers: firstOfEach(received) });
  } catch (error) {
    throw failureOf(error, isGarbled(error) ? 'read' : 'connect', signal);
  }
}
