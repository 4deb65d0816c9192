import { Agent, type IncomingMessage, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';

/** A complete response, or none: then it is unknown whether the request was carried out. */
export interface Reply {
  /** 0 without an answer. */
  status: number;
  /** Parsed JSON, otherwise undefined. */
  body: unknown;
}

export const NO_ANSWER: Reply = { status: 0, body: undefined };

/** Whether nothing answered, or the gateway or the service failed: the request may be repeated. */
export const isOutage = ({ status }: Reply): boolean => status === 0 || status >= 500;

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

/** One browser with its own address (as reported by a reverse proxy), cookies and connections. */
export class Client {
  cookies = new Map<string, string>();
  readonly #port: number;
  readonly #address: string;
  readonly #name: PublicName | undefined;
  readonly #agent: Agent;

  /** @param address sent in X-Forwarded-For; the gateway trusts the loopback for it. */
  constructor(port: number, address: string, name?: PublicName) {
    this.#port = port;
    this.#address = address;
    this.#name = name;
    this.#agent = name
      ? new TlsAgent({ keepAlive: true, ca: name.ca, servername: name.host })
      : new Agent({ keepAlive: true });
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** A browser has one of them: staff, or a courier's phone. */
  get #csrfToken(): string {
    return decodeURIComponent(this.cookies.get('XSRF-TOKEN') ?? this.cookies.get('XSRF-REPARTO') ?? '');
  }

  get(path: string): Promise<Reply> {
    return this.send('GET', path);
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
    const reply = Promise.withResolvers<IncomingMessage>();
    const outgoing = (this.#name ? tlsRequest : request)(
      {
        host: '127.0.0.1',
        port: this.#port,
        method,
        path,
        agent: this.#agent,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(this.#name && { host: this.#name.host }),
          'x-forwarded-for': this.#address,
          ...(this.cookies.size > 0 && { cookie: this.cookieHeader }),
          ...(method !== 'GET' && { 'x-xsrf-token': this.#csrfToken }),
          ...(content !== undefined && {
            'content-type': isFile ? 'application/octet-stream' : 'application/json',
            'content-length': Buffer.byteLength(content),
          }),
          ...more,
        },
      },
      reply.resolve,
    );
    outgoing.on('error', reply.reject).end(content);
    try {
      const answer = await reply.promise;
      const chunks: Buffer[] = [];
      for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
      this.#keep(answer.headers['set-cookie'] ?? []);
      return { status: answer.statusCode ?? 0, body: parsed(Buffer.concat(chunks).toString()) };
    } catch {
      return NO_ANSWER;
    }
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/expires=thu, 01 jan 1970/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
