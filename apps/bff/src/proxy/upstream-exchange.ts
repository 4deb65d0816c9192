import { type ClientRequest, type IncomingMessage, ServerResponse } from 'node:http';
import { type Socket } from 'node:net';

/**
 * Stands in for the browser's response while http-proxy-middleware talks to an upstream. Whatever happens there (headers
 * copied, a connection cut half way, which the proxy would pass on by cutting the browser's) happens to this object, and
 * the browser's own response is written by us alone.
 */
export class UpstreamExchange extends ServerResponse {
  #kept: { socket: Socket; bytesBefore: number } | undefined;
  readonly #answer = Promise.withResolvers<IncomingMessage>();

  constructor(req: IncomingMessage) {
    super(req);
    this.on('error', () => undefined);
    // Nobody waits any more when the request was given up in between.
    this.#answer.promise.catch(() => undefined);
  }

  /** The upstream's answer once its headers have arrived; its body is still to be read. */
  get answer(): Promise<IncomingMessage> {
    return this.#answer.promise;
  }

  settle(answer: IncomingMessage): void {
    this.#answer.resolve(answer);
  }

  /** Notes over which connection a request goes out, and how much had come back on it before. */
  sentOver(outgoing: ClientRequest): void {
    const { socket, reusedSocket } = outgoing;
    if (reusedSocket && socket) this.#kept = { socket, bytesBefore: socket.bytesRead };
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
}
