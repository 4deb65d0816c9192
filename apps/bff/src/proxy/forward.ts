import { type Request } from 'express';
import { createProxyMiddleware, fixRequestBody, type Plugin } from 'http-proxy-middleware';
import { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Failure } from '../problems/failure.ts';
import { failureOf } from '../upstream/failure-of.ts';
import { refuseUpgrade } from '../upstream/refuse-upgrade.ts';
import { type Agents } from '../upstream/agents.ts';
import { isSafe } from '../middleware/origin.ts';
import { UpstreamExchange } from './upstream-exchange.ts';

interface Outgoing {
  /** Below the upstream's base address, with its query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The checked value, or undefined for a request without a body. */
  body: unknown;
}

/** Sends a request on and answers with the upstream's response, of which nothing has reached the browser. */
export type Forward = (req: Request, outgoing: Outgoing, signal: AbortSignal) => Promise<IncomingMessage>;

/** In place of the stock plugins, which answer and log with hosts and whole addresses. */
const settleExchange: Plugin<Request, UpstreamExchange> = (server) => {
  server.on('proxyReq', fixRequestBody);
  server.on('proxyReq', (outgoing, _req, exchange) => {
    outgoing.once('upgrade', refuseUpgrade(exchange.fail.bind(exchange)));
    exchange.sentOver(outgoing);
  });
  server.on('proxyRes', (answer, _req, exchange) => {
    exchange.settle(answer);
  });
  server.on('error', (error, _req, exchange) => {
    if (exchange instanceof UpstreamExchange) exchange.fail(error);
  });
  server.on('econnreset', (error, _req, exchange) => {
    exchange.fail(error);
  });
};

/**
 * @param target base address of the upstream. Passed as an object, so that it is not parsed for each request.
 * @param kind `streams` use connections of their own.
 * @returns what sends a request on. A read whose kept connection the upstream closed at that very moment is asked once more,
 * a write never.
 */
export function createForward(target: URL, agents: Agents, kind: 'calls' | 'streams'): Forward {
  const proxy = createProxyMiddleware<Request, UpstreamExchange>({
    target,
    agent: kind === 'streams' ? agents.streamsOf(target) : agents.of(target),
    changeOrigin: true,
    followRedirects: false,
    selfHandleResponse: true,
    ejectPlugins: true,
    // Whatever flags the process was started with.
    ssl: { insecureHTTPParser: false },
    plugins: [settleExchange],
  });
  /** @returns the answer; `closed` where a kept connection ended before there was one. */
  const ask = async (req: Request, { path, headers, body }: Outgoing, signal: AbortSignal) => {
    const exchange = new UpstreamExchange(req);
    const giveUp = () => {
      exchange.fail(new Error('given up'));
    };
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    // Replaced before the proxy sees them and not in its proxyReq event, which a client's `Expect` would skip.
    req.headers = headers;
    req.url = path;
    req.body = body;
    try {
      if (!signal.aborted) void proxy(req, exchange);
      return await exchange.answer;
    } catch (error) {
      if (!signal.aborted && exchange.metClosedConnection(error)) return 'closed';
      throw failureOf(error, 'connect', signal);
    }
  };
  return async (req, outgoing, signal) => {
    const first = await ask(req, outgoing, signal);
    if (first !== 'closed') return first;
    const second = isSafe(req.method) ? await ask(req, outgoing, signal) : first;
    if (second !== 'closed') return second;
    throw new Failure('upstream-unreachable', { note: 'no answer: kept connection closed' });
  };
}
