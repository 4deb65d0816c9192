import { request as requestHttp, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Agents } from './agents.ts';
import { failureOf } from './failure-of.ts';
import { limitHints } from './limit-hints.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';

/** What each of these calls says of itself; the caller may say more. */
export const GET_HEADERS = { accept: 'application/json', 'accept-encoding': 'identity' } as const;

/**
 * One GET to an upstream, for the operations that change form. Redirects are not followed, nothing is retried.
 * @param search begins with `?`, or is empty. It may hold a password: it is never logged.
 * @throws Failure or ClientGone.
 */
export async function getFromUpstream(
  url: URL,
  search: string,
  headers: OutgoingHttpHeaders,
  agents: Agents,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const answer = Promise.withResolvers<IncomingMessage>();
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const { hostname, port, pathname } = url;
  const options = {
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    path: `${pathname}${search}`,
    agent: agents.of(url),
    signal: signal,
    insecureHTTPParser: false,
    headers: { ...GET_HEADERS, ...headers },
  };
  // Node tells a request that waits for a free connection of its signal only when it gets one.
  signal.addEventListener('abort', answer.reject, { once: true });
  try {
    signal.throwIfAborted();
    const asked = request(options)
      .on('response', answer.resolve)
      .on('upgrade', refuseUpgrade(answer.reject))
      .on('error', answer.reject);
    limitHints(asked, (error) => asked.destroy(error));
    asked.end();
    return await answer.promise;
  } catch (error) {
    throw failureOf(error, 'connect', signal);
  } finally {
    signal.removeEventListener('abort', answer.reject);
  }
}
