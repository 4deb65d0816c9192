import { type IncomingMessage, ServerResponse } from 'node:http';

/**
 * Stands in for the browser's response while http-proxy-middleware talks to an upstream. Whatever happens there (headers
 * copied, a connection cut half way, which the proxy would pass on by cutting the browser's) happens to this object, and
 * the browser's own response is written by us alone.
 */
export class UpstreamExchange extends ServerResponse {
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

  /** Gives up: the proxy drops its connection to the upstream. */
  fail(error: Error): void {
    this.#answer.reject(error);
    this.destroy();
  }
}
