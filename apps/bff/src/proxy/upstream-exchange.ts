import { EventEmitter } from 'node:events';
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { type Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';

/** What is sent to an upstream. */
export interface Outgoing {
  /** Below the upstream's base address, with its query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The checked value, the bytes of a file, or undefined for a request without a body. */
  body: unknown;
}

/**
 * Stands in for the browser's request while http-proxy-middleware talks to an upstream. It has what is sent and nothing
 * else, so there is nothing of the client's that could be passed on, by whatever way.
 */
export class UpstreamCall {
  readonly httpVersion = '1.1';
  readonly httpVersionMajor = 1;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;

  constructor(method: string, { path, headers, body }: Outgoing) {
    this.method = method;
    this.url = path;
    this.headers = headers;
    this.body = body;
  }

  /** The proxy wants to know when a request breaks off. This one is whole; the deadline tells of the browser. */
  on(): this {
    return this;
  }

  /** For the proxy, which knows whole requests alone. */
  get asRequest(): IncomingMessage {
    return this as unknown as IncomingMessage;
  }

  /** Called when there is a connection, before anything is written to it. */
  write(outgoing: ClientRequest): void {
    if (this.body === undefined) return;
    const content = Buffer.isBuffer(this.body) ? this.body : JSON.stringify(this.body);
    outgoing.setHeader('Content-Length', Buffer.byteLength(content));
    // Node takes no empty write for the beginning of a body.
    if (content.length > 0) outgoing.write(content);
  }
}

/** Where the proxy takes bodies from, after `write`: what there is has been written. */
export const NOTHING_MORE = {
  pipe: (outgoing: ClientRequest) => outgoing.end(),
} as unknown as Readable;

/**
 * Stands in for the browser's response while http-proxy-middleware talks to an upstream. Whatever happens there (headers
 * copied, a connection cut half way, which the proxy would pass on by cutting the browser's) happens to this object, and
 * the browser's own response is written by us alone.
 */
export class UpstreamExchange extends EventEmitter {
  readonly headersSent = false;
  readonly finished = false;
  readonly writableFinished = false;
  destroyed = false;
  #kept: { socket: Socket; bytesBefore: number } | undefined;
  #wasSent = false;
  readonly #answer = Promise.withResolvers<IncomingMessage>();

  constructor() {
    super();
    this.on('error', () => undefined);
    // Nobody waits any more when the request was given up in between.
    this.#answer.promise.catch(() => undefined);
  }

  /** The upstream's answer once its headers have arrived; its body is still to be read. */
  get answer(): Promise<IncomingMessage> {
    return this.#answer.promise;
  }

  /** For the proxy, which knows whole responses alone. */
  get asResponse(): ServerResponse {
    return this as unknown as ServerResponse;
  }

  settle(answer: IncomingMessage): void {
    this.#answer.resolve(answer);
  }

  /** Notes over which connection a request goes out, and how much had come back on it before. */
  sentOver(outgoing: ClientRequest): void {
    const { socket, reusedSocket } = outgoing;
    if (reusedSocket && socket) this.#kept = { socket, bytesBefore: socket.bytesRead };
    if (!socket) return;
    const isSecure = socket instanceof TLSSocket;
    this.#wasSent = reusedSocket;
    if (!reusedSocket)
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        this.#wasSent = true;
      });
  }

  /** Whether there was a connection to send the request over: what fails before has not been asked for. */
  get wasSent(): boolean {
    return this.#wasSent;
  }

  /** Whether an upstream closed a kept connection as it was used again: it has read the request or it has not, but answered nothing. */
  metClosedConnection(error: unknown): boolean {
    const reset = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
    return reset && this.#kept !== undefined && this.#kept.socket.bytesRead === this.#kept.bytesBefore;
  }

  /** Gives up: the proxy drops its connection to the upstream. */
  fail(error: Error): void {
    this.#answer.reject(error);
    this.destroy();
  }

  /** What the proxy does to a response when an upstream's answer breaks off. */
  destroy(): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.emit('close');
    return this;
  }
}
