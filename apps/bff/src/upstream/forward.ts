import { type Request } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Failure } from '../problems/failure.ts';
import { isSafe } from '../safe-methods.ts';
import { type Agents } from './agents.ts';
import { failureOf } from './failure-of.ts';
import { limitHints } from './limit-hints.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';

/** What is sent to an upstream. */
export interface Outgoing {
  /** Below the upstream's base address, with its query. */
  path: string;
  /** All of them: nothing else of the client's goes on. */
  headers: IncomingHttpHeaders;
  /** The checked value, the bytes of a file, or undefined for a request without a body. */
  body: unknown;
}

/** Sends a request on and returns the upstream's response, of which nothing has reached the browser. */
export type Forward = (req: Request, outgoing: Outgoing, signal: AbortSignal) => Promise<IncomingMessage>;

/**
 * A request on its way to an upstream, and the response that the proxy sees: one of Node's own without a connection. Where
 * an upstream breaks off, the proxy destroys the response, and the browser must get a problem document instead (G27).
 */
class Attempt extends ServerResponse {
  readonly #answer = Promise.withResolvers<IncomingMessage>();
  readonly #body: unknown;
  #kept: { socket: Socket; bytesBefore: number } | undefined;
  /** Whether there was a connection to send the request over: what fails before was never sent. */
  wasSent = false;

  constructor(req: Request, body: unknown) {
    super(req);
    this.#body = body;
    this.on('error', () => undefined);
  }

  /** The upstream's answer once its headers have arrived; its body is still to be read. */
  get answer(): Promise<IncomingMessage> {
    return this.#answer.promise;
  }

  settle(answer: IncomingMessage): void {
    this.#answer.resolve(answer);
  }

  /** Gives up: the proxy drops its connection to the upstream, or no longer waits for one. */
  readonly fail = (error: unknown): void => {
    this.#answer.reject(error instanceof Error ? error : new Error('no answer'));
    this.emit('close');
  };

  /** Called when there is a connection, before anything is written to it. */
  send(outgoing: ClientRequest): void {
    outgoing.once('upgrade', refuseUpgrade(this.fail));
    outgoing.on('information', limitHints(this.fail));
    const { socket, reusedSocket } = outgoing;
    if (socket) this.#noteConnection(socket, reusedSocket);
    if (this.#body === undefined) return;
    const content = Buffer.isBuffer(this.#body) ? this.#body : JSON.stringify(this.#body);
    outgoing.setHeader('Content-Length', Buffer.byteLength(content));
    // Node takes no empty write for the beginning of a body. The proxy ends the request.
    if (content.length > 0) outgoing.write(content);
  }

  #noteConnection(socket: Socket, isReused: boolean): void {
    this.wasSent = isReused;
    if (isReused) this.#kept = { socket, bytesBefore: socket.bytesRead };
    else
      socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => {
        this.wasSent = true;
      });
  }

  /** Whether an upstream closed a kept connection as it was used again: it has read the request or it has not, but answered nothing. */
  metClosedConnection(error: unknown): boolean {
    const isReset = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
    return isReset && this.#kept !== undefined && this.#kept.socket.bytesRead === this.#kept.bytesBefore;
  }
}

/** In place of the stock plugins, which answer and log with hosts and whole addresses. */
const reportToAttempt: Plugin<Request, Attempt> = (server) => {
  server.on('proxyReq', (outgoing, _req, attempt) => {
    attempt.send(outgoing);
  });
  server.on('proxyRes', (answer, _req, attempt) => {
    attempt.settle(answer);
  });
  const fail = (error: Error, _req?: Request, attempt?: unknown) => {
    if (attempt instanceof Attempt) attempt.fail(error);
  };
  server.on('error', fail);
  server.on('econnreset', fail);
};

/** The parts of an address, which an URL would put together again for each request. An IPv6 host is for the proxy to spell. */
function targetOf(url: URL) {
  const { protocol, host, hostname, port, pathname } = url;
  return hostname.startsWith('[') ? url : { protocol, host, hostname, port, pathname };
}

/**
 * @param target base address of the upstream.
 * @param kind `streams` use connections of their own.
 * @returns what sends a request on. A read whose kept connection the upstream closed at that very moment is sent once more,
 * a write never.
 */
export function createForward(target: URL, agents: Agents, kind: 'calls' | 'streams'): Forward {
  const proxy = createProxyMiddleware<Request, Attempt>({
    target: targetOf(target),
    agent: kind === 'streams' ? agents.streamsOf(target) : agents.of(target),
    pathFilter: () => true,
    changeOrigin: true,
    followRedirects: false,
    selfHandleResponse: true,
    ejectPlugins: true,
    // Whatever flags the process was started with.
    ssl: { insecureHTTPParser: false },
    plugins: [reportToAttempt],
  });
  /** @returns the answer; `closed` where a kept connection ended before there was one. */
  const ask = async (req: Request, { path, headers, body }: Outgoing, signal: AbortSignal) => {
    signal.throwIfAborted();
    const attempt = new Attempt(req, body);
    const giveUp = () => {
      attempt.fail(signal.reason);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    // Replaced before the proxy looks at them: a client's `Expect` would make it skip `proxyReq`.
    const { url, headers: received } = req;
    Object.assign(req, { url: path, headers });
    try {
      void proxy(req, attempt, attempt.fail);
      return await attempt.answer;
    } catch (error) {
      if (!signal.aborted && attempt.metClosedConnection(error)) return 'closed';
      const failure = failureOf(error, 'connect', signal);
      if (isSafe(req.method) || !attempt.wasSent || !(failure instanceof Failure)) throw failure;
      throw new Failure(failure.kind, { ...failure.details, forwarded: true });
    } finally {
      Object.assign(req, { url, headers: received });
      signal.removeEventListener('abort', giveUp);
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
