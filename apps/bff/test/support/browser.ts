import request, { type Response, type Test } from 'supertest';
import { type LegacyUser } from './legacy.ts';
import { type Gateway } from './gateway.ts';

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
    return this.#send(request(this.gateway.server).get(path), { 'sec-fetch-site': 'same-origin', ...headers });
  }

  /** Like `get`, with the body as bytes whatever its type. */
  async getBytes(path: string, headers: Headers = {}): Promise<Response> {
    const test = request(this.gateway.server).get(path).responseType('arraybuffer');
    return this.#send(test, { 'sec-fetch-site': 'same-origin', ...headers });
  }

  async post(path: string, body?: object, headers: Headers = {}): Promise<Response> {
    const test = request(this.gateway.server).post(path);
    if (body) test.send(body);
    return this.#send(test, {
      origin: this.#origin,
      'sec-fetch-site': 'same-origin',
      'x-xsrf-token': this.csrfToken,
      ...headers,
    });
  }

  async delete(path: string, headers: Headers = {}): Promise<Response> {
    return this.#send(request(this.gateway.server).delete(path), {
      origin: this.#origin,
      'sec-fetch-site': 'same-origin',
      'x-xsrf-token': this.csrfToken,
      ...headers,
    });
  }

  /** Opens the login page and signs in. */
  async signIn({ office, username, password }: LegacyUser): Promise<Response> {
    if (this.csrfToken === '') await this.get('/api/auth/session');
    return this.post('/api/auth/login', { sucursal: office, username, password });
  }

  async #send(test: Test, headers: Headers): Promise<Response> {
    for (const [name, value] of Object.entries({ ...this.always, ...headers })) if (value !== '') test.set(name, value);
    if (this.cookies.size > 0 && headers['cookie'] === undefined) test.set('cookie', this.cookieHeader);
    const response = await test.ok(() => true);
    this.#keep(response);
    return response;
  }

  #keep(response: Response): void {
    for (const line of setCookies(response)) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/expires=thu, 01 jan 1970/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, decodeURIComponent(value));
    }
  }
}

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
