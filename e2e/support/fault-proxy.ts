import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo } from 'node:net';
import { act, type Fault } from './faults.ts';

/** A call on its way to the upstream. */
export interface SeenCall {
  method: string;
  /** Path with query. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
}

/** Selects calls by a part of their address or by an expression. */
export type PathPattern = string | RegExp;

interface Rule {
  where: PathPattern;
  fault: Fault;
  left: number;
}

const matches = (where: PathPattern, url: string): boolean =>
  typeof where === 'string' ? url.includes(where) : where.test(url);

/** A proxy between a gateway and the backend. Forwards and records everything, and injects configured faults. */
export class FaultProxy {
  readonly seen: SeenCall[] = [];
  readonly #upstream: URL;
  #rules: Rule[] = [];
  #server: Server;
  #port = 0;

  constructor(upstream: string) {
    this.#upstream = new URL(upstream);
    this.#server = this.#make();
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Listens; after `stop`, on the same port as before. */
  async start(): Promise<void> {
    if (this.#server.listening) return;
    this.#server = this.#make();
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Refuses connections, as a stopped backend does; open ones are closed. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /**
   * Makes the calls of `where` fail, always or `times` times. A later fault for the same calls replaces an earlier one.
   */
  fail(where: PathPattern, fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.#rules = [
      { where, fault, left: times },
      ...this.#rules.filter((rule) => String(rule.where) !== String(where)),
    ];
  }

  /** Removes all faults and recorded calls. */
  async reset(): Promise<void> {
    this.heal();
    this.seen.length = 0;
    await this.start();
  }

  /** Removes all faults. */
  heal(): void {
    this.#rules = [];
  }

  /** The recorded calls of `where`. */
  calls(where: PathPattern): SeenCall[] {
    return this.seen.filter((call) => matches(where, call.url));
  }

  #make(): Server {
    return createServer((incoming, answer) => void this.#handle(incoming, answer));
  }

  #faultFor(url: string): Fault | undefined {
    const rule = this.#rules.find(({ where, left }) => left > 0 && matches(where, url));
    if (!rule) return undefined;
    rule.left -= 1;
    return rule.fault;
  }

  async #handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming;
    this.seen.push({ method, url, headers });
    const fault = this.#faultFor(url);
    if (fault && (await act(fault, answer))) return;
    this.#pass(incoming, answer, fault?.kind === 'lost');
  }

  #pass(incoming: IncomingMessage, answer: ServerResponse, isLost: boolean): void {
    const { hostname, port } = this.#upstream;
    const { method, url: path, headers } = incoming;
    const outgoing = httpRequest({ hostname, port, method, path, headers }, (upstream) => {
      if (isLost) {
        upstream.resume().once('end', () => answer.socket?.destroy());
        return;
      }
      answer.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(answer);
      upstream.once('error', () => answer.destroy());
    });
    outgoing.once('error', () => answer.destroy());
    answer.once('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }
}
