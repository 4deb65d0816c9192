import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Response as SupertestResponse } from 'supertest';
import { type LegacyUser } from './legacy.ts';
import { type Gateway } from './gateway.ts';

/** A response in supertest's format. */
export type Response = Pick<SupertestResponse, 'status' | 'headers' | 'type' | 'text' | 'body'>;

type Headers = Record<string, string>;

/** One user's browser: keeps cookies and sends the headers that a browser sends. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly gateway: Gateway;
  /** Sent with every request, such as the address that a proxy adds. */
  readonly always: Headers;

  constructor(gateway: Gateway, always: Headers = {}) {
    this.gateway = gateway;
    this.always = always;
  }

  get csrfToken(): string {
    return this.cookies.get('XSRF-TOKEN') ?? '';
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Origin of the gateway's pages. */
  get #origin(): string {
    return this.gateway.services.config.PUBLIC_ORIGIN[0] ?? '';
  }

  /** A second browser that starts with the same cookies and shares nothing later. */
  copy(): Browser {
    const twin = new Browser(this.gateway, this.always);
    for (const [name, value] of this.cookies) twin.cookies.set(name, value);
    return twin;
  }

  async get(path: string, headers: Headers = {}): Promise<Response> {
    return this.#send('GET', path, { 'sec-fetch-site': 'same-origin', ...headers });
  }

  /** Like `get`, with the body as bytes whatever its type. */
  async getBytes(path: string, headers: Headers = {}): Promise<Response> {
    const all = { 'sec-fetch-site': 'same-origin', ...headers };
    const answer = await this.#ask('GET', path, all);
    return this.#keep({ ...headOf(answer), text: '', body: (await buffer(answer)) as unknown });
  }

  async post(path: string, body?: object, headers: Headers = {}): Promise<Response> {
    return this.#send('POST', path, { ...this.#unsafe, ...headers }, body);
  }

  async delete(path: string, headers: Headers = {}): Promise<Response> {
    return this.#send('DELETE', path, { ...this.#unsafe, ...headers });
  }

  /** Headers of a page's own unsafe request. */
  get #unsafe(): Headers {
    return { origin: this.#origin, 'sec-fetch-site': 'same-origin', 'x-xsrf-token': this.csrfToken };
  }

  /** Opens the login page and signs in. */
  async signIn({ office, username, password }: LegacyUser): Promise<Response> {
    if (this.csrfToken === '') await this.get('/api/auth/session');
    return this.post('/api/auth/login', { sucursal: office, username, password });
  }

  async #ask(method: string, path: string, headers: Headers, body?: object): Promise<IncomingMessage> {
    const sent = body && JSON.stringify(body);
    const all: Headers = {
      ...(sent !== undefined && { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(sent)}` }),
      ...(this.cookies.size > 0 && { cookie: this.cookieHeader }),
      ...this.always,
      ...headers,
    };
    const named = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
    const call = request({ host: '127.0.0.1', port: this.gateway.port, method, path, headers: named, agent: false });
    call.end(sent);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    // A rejection may arrive before the whole body was sent.
    call.on('error', () => undefined);
    return answer;
  }

  async #send(method: string, path: string, headers: Headers, body?: object): Promise<Response> {
    const answer = await this.#ask(method, path, headers, body);
    const head = headOf(answer);
    const bytes = await buffer(answer);
    if (head.type.startsWith('image/')) return this.#keep({ ...head, text: '', body: bytes as unknown });
    const text = bytes.toString();
    const isJson = /[/+]json$/.test(head.type) && text !== '';
    return this.#keep({ ...head, text, body: isJson ? (JSON.parse(text) as unknown) : {} });
  }

  #keep(response: Response): Response {
    for (const line of setCookies(response)) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/expires=thu, 01 jan 1970/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, decodeURIComponent(value));
    }
    return response;
  }
}

const headOf = ({ statusCode = 0, headers }: IncomingMessage): Pick<Response, 'status' | 'headers' | 'type'> => ({
  status: statusCode,
  headers: headers as unknown as Response['headers'],
  type: (headers['content-type'] ?? '').split(/ *; */, 1)[0] ?? '',
});

export function setCookies(response: { headers: Record<string, unknown> }): string[] {
  const header: unknown = response.headers['set-cookie'];
  return Array.isArray(header) ? (header as string[]) : [];
}

/** The last part of a problem's type; also checks its form. */
export function kindOf(response: Response): string {
  const { type, status, title, requestId } = response.body as Record<string, unknown>;
  const whole = response.type === 'application/problem+json' && status === response.status && typeof title === 'string';
  if (!whole || requestId !== response.headers['x-request-id']) return `not a problem: ${response.text}`;
  return String(type).replace('urn:despacho:problem:', '');
}

/** A courier's phone: like a browser, with the csrf token of the courier's page. */
export class Phone extends Browser {
  override get csrfToken(): string {
    return this.cookies.get('XSRF-REPARTO') ?? '';
  }

  override copy(): Phone {
    const twin = new Phone(this.gateway, this.always);
    for (const [name, value] of this.cookies) twin.cookies.set(name, value);
    return twin;
  }
}

/** A guest: like a browser, with the csrf token of the guests' page. */
export class Guest extends Browser {
  override get csrfToken(): string {
    return this.cookies.get('XSRF-CONSTANCIA') ?? '';
  }

  override copy(): Guest {
    const twin = new Guest(this.gateway, this.always);
    for (const [name, value] of this.cookies) twin.cookies.set(name, value);
    return twin;
  }
}
