import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';

/** A complete response, or none: then it is unknown whether the request was carried out. */
export interface Reply {
  /** 0 without an answer. */
  status: number;
  headers: IncomingHttpHeaders;
  /** As received, perhaps encoded. */
  bytes: Buffer;
  /** Parsed JSON, otherwise undefined. */
  readonly body: unknown;
}

export const NO_ANSWER: Reply = { status: 0, headers: {}, bytes: Buffer.alloc(0), body: undefined };

/** Whether nothing answered, or the gateway or the service failed: the request may be repeated. */
export const isOutage = ({ status }: Reply): boolean => status === 0 || status >= 500;

/** Without any byte. An AbortSignal for each request would slow down the load that a client can send. */
const TIMEOUT_MS = 20_000;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** How to reach a gateway behind a proxy with TLS: by a name that leads to this machine. */
interface PublicName {
  host: string;
  /** Certificate of the proxy, or of its authority. */
  ca: Buffer;
}

interface ClientOptions {
  name?: PublicName;
  /** How many are kept open. */
  connections?: number;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
}

interface Outgoing {
  method: string;
  path: string;
  headers: Record<string, string>;
  content?: string | Uint8Array | undefined;
  /** Whether it has unlimited duration, on a separate connection. */
  isStream?: boolean;
}

/** One browser with its own address (as reported by a reverse proxy), cookies and connections. */
export class Client {
  cookies = new Map<string, string>();
  readonly #port: number;
  readonly #address: string;
  readonly #options: ClientOptions;
  readonly #agent: Agent;

  /** @param address sent in X-Forwarded-For; the gateway trusts the loopback for it. */
  constructor(port: number, address: string, options: ClientOptions = {}) {
    this.#port = port;
    this.#address = address;
    this.#options = options;
    const { name, connections: maxSockets = Infinity } = options;
    this.#agent = name
      ? new TlsAgent({ keepAlive: true, maxSockets, ca: name.ca, servername: name.host })
      : new Agent({ keepAlive: true, maxSockets });
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** A browser has one of them: staff, or a courier's phone. */
  get #csrfToken(): string {
    return decodeURIComponent(this.cookies.get('XSRF-TOKEN') ?? this.cookies.get('XSRF-REPARTO') ?? '');
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('GET', path, undefined, headers);
  }

  /** @param body JSON, or a file. */
  post(path: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('POST', path, body, headers);
  }

  /**
   * Opens the login page and signs in.
   * @returns the response to the login, or the one that prevented it.
   */
  async signIn(sucursal: string, username: string, password: string): Promise<Reply> {
    this.cookies.clear();
    const probe = await this.get('/api/auth/session');
    if (probe.status !== 401) return probe;
    return this.post('/api/auth/login', { sucursal, username, password });
  }

  close(): void {
    this.#agent.destroy();
  }

  /**
   * @param body JSON, or a file.
   * @param more headers, which replace those of the body.
   */
  async send(method: string, path: string, body?: object, more: Record<string, string> = {}): Promise<Reply> {
    const isFile = body instanceof Uint8Array;
    const content = isFile ? body : body && JSON.stringify(body);
    const headers = {
      ...(method !== 'GET' && { 'x-xsrf-token': this.#csrfToken }),
      ...(content !== undefined && {
        'content-type': isFile ? 'application/octet-stream' : 'application/json',
        'content-length': String(Buffer.byteLength(content)),
      }),
      ...more,
    };
    try {
      const answer = await this.#begin({ method, path, headers, content });
      const chunks: Buffer[] = [];
      for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
      this.#keep(answer.headers['set-cookie'] ?? []);
      const bytes = Buffer.concat(chunks);
      return {
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        bytes,
        get body() {
          return parsed(bytes.toString());
        },
      };
    } catch {
      return NO_ANSWER;
    }
  }

  /**
   * Opens the event stream of a page on a separate connection.
   * @returns the response, which the caller reads and destroys. @throws Error without one.
   */
  async openStream(): Promise<IncomingMessage> {
    const headers = { accept: 'text/event-stream' };
    const answer = await this.#begin({ method: 'GET', path: '/api/events', headers, isStream: true });
    return answer.on('error', () => undefined);
  }

  #begin({ method, path, headers, content, isStream = false }: Outgoing): Promise<IncomingMessage> {
    const { name, headers: own } = this.#options;
    const reply = Promise.withResolvers<IncomingMessage>();
    const outgoing = (name ? tlsRequest : request)({
      host: '127.0.0.1',
      port: this.#port,
      method,
      path,
      agent: isStream ? false : this.#agent,
      ...(!isStream && { timeout: TIMEOUT_MS }),
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(name && { host: name.host }),
        'x-forwarded-for': this.#address,
        ...(this.cookies.size > 0 && { cookie: this.cookieHeader }),
        ...own,
        ...headers,
      },
    });
    // An error after the response ends its body as well.
    outgoing.once('response', reply.resolve).on('error', reply.reject);
    outgoing.once('timeout', () => outgoing.destroy(new Error('No answer in time'))).end(content);
    return reply.promise;
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/expires=thu, 01 jan 1970/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
