import { type Request } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { type IncomingMessage } from 'node:http';
import { isSafe } from '../safe-methods.ts';
import { Failure } from '../problems/failure.ts';
import { type Agents } from '../upstream/agents.ts';
import { failureOf } from '../upstream/failure-of.ts';
import { limitHints } from '../upstream/limit-hints.ts';
import { refuseUpgrade } from '../upstream/refuse-upgrade.ts';
import { NOTHING_MORE, type Outgoing, UpstreamCall, UpstreamExchange } from './upstream-exchange.ts';

/** Sends a request on and answers with the upstream's response, of which nothing has reached the browser. */
export type Forward = (req: Request, outgoing: Outgoing, signal: AbortSignal) => Promise<IncomingMessage>;

const exchangeOf = (res: unknown): UpstreamExchange => res as UpstreamExchange;

/** In place of the stock plugins, which answer and log with hosts and whole addresses. */
const settleExchange: Plugin = (server) => {
  server.on('proxyReq', (outgoing, req, res) => {
    const exchange = exchangeOf(res);
    (req as unknown as UpstreamCall).write(outgoing);
    const fail = exchange.fail.bind(exchange);
    outgoing.once('upgrade', refuseUpgrade(fail));
    limitHints(outgoing, fail);
    exchange.sentOver(outgoing);
  });
  server.on('proxyRes', (answer, _req, res) => {
    exchangeOf(res).settle(answer);
  });
  server.on('error', (error, _req, res) => {
    const exchange: unknown = res;
    if (exchange instanceof UpstreamExchange) exchange.fail(error);
  });
  server.on('econnreset', (error, _req, res) => {
    exchangeOf(res).fail(error);
  });
};

/** The parts of an address, which an URL would put together anew for each request. An IPv6 host is for the proxy to spell. */
function targetOf(url: URL) {
  const { protocol, host, hostname, port, pathname } = url;
  return hostname.startsWith('[') ? url : { protocol, host, hostname, port, pathname };
}

/**
 * @param target base address of the upstream.
 * @param kind `streams` use connections of their own.
 * @returns what sends a request on. A read whose kept connection the upstream closed at that very moment is asked once more,
 * a write never.
 */
export function createForward(target: URL, agents: Agents, kind: 'calls' | 'streams'): Forward {
  const proxy = createProxyMiddleware({
    target: targetOf(target),
    agent: kind === 'streams' ? agents.streamsOf(target) : agents.of(target),
    pathFilter: () => true,
    buffer: NOTHING_MORE,
    changeOrigin: true,
    followRedirects: false,
    selfHandleResponse: true,
    ejectPlugins: true,
    // Whatever flags the process was started with. The proxy writes each request into this object, every part of it anew,
    // and Node takes a copy before anybody else's turn. One made for each request by a getter cost a tenth of a read.
    ssl: { insecureHTTPParser: false },
    plugins: [settleExchange],
  });
  /** @returns the answer; `closed` where a kept connection ended before there was one. */
  const ask = async (req: Request, outgoing: Outgoing, signal: AbortSignal) => {
    const exchange = new UpstreamExchange();
    const giveUp = () => {
      exchange.fail(new Error('given up'));
    };
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      if (!signal.aborted) void proxy(new UpstreamCall(req.method, outgoing).asRequest, exchange.asResponse);
      return await exchange.answer;
    } catch (error) {
      if (!signal.aborted && exchange.metClosedConnection(error)) return 'closed';
      const failure = failureOf(error, 'connect', signal);
      if (isSafe(req.method) || !exchange.wasSent || !(failure instanceof Failure)) throw failure;
      throw new Failure(failure.kind, { ...failure.details, forwarded: true });
    }
  };
  return async (req, outgoing, signal) => {
    const first = await ask(req, outgoing, signal);
    if (first !== 'closed') return first;
    const second = isSafe(req.method) ? await ask(req, outgoing, signal) : first;
    if (second !== 'closed') return second;
    const note = 'no answer: kept connection closed';
    throw new Failure('upstream-unreachable', { note, ...(!isSafe(req.method) && { forwarded: true }) });
  };
}
