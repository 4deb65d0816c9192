import { type Request } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Failure } from '#problems/failure.ts';
import { isSafe } from '#safe-methods.ts';
import { type Agents } from './agents.ts';
import { failureOf } from './failure-of.ts';
import { limitHints } from './limit-hints.ts';
import { type Duplex } from 'node:stream';

/**
 * Rejects an upstream's change of protocol, which is never requested. Without a listener Node drops the connection
 * silently, so that the call would wait for its limit.
 */
const refuseUpgrade =
  (fail: (error: Failure) => void) =>
  (_answer: IncomingMessage, socket: Duplex): void => {
    socket.destroy();
    fail(new Failure('upstream-broken', { note: 'upstream changed the protocol' }));
  };

/** A request to an upstream. */
interface Outgoing {
  /** Relative to the upstream's base URL, with the query. */
  path: string;
  /** All headers: no other header of the client is sent. */
  headers: IncomingHttpHeaders;
  /** The validated value, the bytes of a file, or undefined without a body. */
  body: unknown;
}

/** Forwards a request and returns the upstream's response, before anything of it reaches the browser. */
export type Forward = (req: Request, outgoing: Outgoing, signal: AbortSignal) => Promise<IncomingMessage>;

/**
 * A request to an upstream, and the response that the proxy writes to: a Node response without a connection. If an
 * upstream breaks off, the proxy destroys this response, so that the browser can still get a problem document (G27).
 */
class Attempt extends ServerResponse {
  readonly #answer = Promise.withResolvers<IncomingMessage>();
  readonly #body: unknown;
  #kept: { socket: Socket; bytesBefore: number } | undefined;
  /** Whether a connection was available: what fails before that was never sent. */
  wasSent = false;

  constructor(req: Request, body: unknown) {
    super(req);
    this.#body = body;
    this.on('error', () => undefined);
  }

  /** The upstream's response once its headers have arrived; its body is not read yet. */
  get answer(): Promise<IncomingMessage> {
    return this.#answer.promise;
  }

  settle(answer: IncomingMessage): void {
    this.#answer.resolve(answer);
  }

  /** Aborts: the proxy closes its connection to the upstream, or stops waiting for one. */
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
    // Node rejects an empty write as the start of a body. The proxy ends the request.
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

  /** Whether an upstream closed a kept connection on reuse: it may have read the request, but answered nothing. */
  metClosedConnection(error: unknown): boolean {
    const isReset = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
    return isReset && this.#kept !== undefined && this.#kept.socket.bytesRead === this.#kept.bytesBefore;
  }
}

/** Replaces the stock plugins, which answer and log with hosts and whole URLs. */
const reportToAttempt: Plugin<Request, Attempt> = (server) => {
  server.on('proxyReq', (outgoing, _req, attempt) => attempt.send(outgoing));
  server.on('proxyRes', (answer, _req, attempt) => attempt.settle(answer));
  const fail = (error: Error, _req?: Request, attempt?: unknown) => {
    if (attempt instanceof Attempt) attempt.fail(error);
  };
  server.on('error', fail);
  server.on('econnreset', fail);
};

/** The parts of a URL, which would otherwise be formatted for each request. The proxy formats IPv6 hosts. */
function targetOf(url: URL) {
  const { protocol, host, hostname, port, pathname } = url;
  return hostname.startsWith('[') ? url : { protocol, host, hostname, port, pathname };
}

/**
 * @param target base URL of the upstream.
 * @param kind `streams` use separate connections.
 * @returns a function that forwards requests. A read that meets a closing kept connection is retried once, a write
 * never.
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
  /** @returns the response; `closed` if a kept connection ended before one. */
  const ask = async (req: Request, { path, headers, body }: Outgoing, signal: AbortSignal) => {
    signal.throwIfAborted();
    const attempt = new Attempt(req, body);
    const giveUp = () => attempt.fail(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    // Replaced before the proxy reads them: a client's `Expect` would make it skip `proxyReq`.
    const { url, headers: received } = req;
    req.url = path;
    req.headers = headers;
    try {
      void proxy(req, attempt, attempt.fail);
      return await attempt.answer;
    } catch (error) {
      if (!signal.aborted && attempt.metClosedConnection(error)) return 'closed';
      const failure = failureOf(error, 'connect', signal);
      if (isSafe(req.method) || !attempt.wasSent || !(failure instanceof Failure)) throw failure;
      throw new Failure(failure.kind, { ...failure.details, forwarded: true });
    } finally {
      req.url = url;
      req.headers = received;
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
