import { type Answer, type Client, type Question } from './client.ts';

/** Credentials of the audit's user. */
export interface Credentials {
  sucursal: string;
  username: string;
  password: string;
}

const EXPIRED = /expires=thu, 01 jan 1970/i;

/** One browser: keeps cookies, and sends the headers a browser sends. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  /** Gets an anonymous session, as the login page does. */
  static async arrive(client: Client): Promise<Visitor> {
    const visitor = new Visitor(client);
    await visitor.get('/api/auth/session');
    return visitor;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get token(): string {
    return decodeURIComponent(this.cookies.get('XSRF-TOKEN') ?? '');
  }

  /** Name and value of the HttpOnly cookie. */
  get session(): [name: string, value: string] {
    return [...this.cookies].find(([name]) => name !== 'XSRF-TOKEN') ?? ['', ''];
  }

  get(path: string, headers: Question['headers'] = {}): Promise<Answer> {
    return this.send(path, { headers });
  }

  /** @param body sent as JSON; undefined for no body. */
  post(path: string, body?: unknown, headers: Question['headers'] = {}): Promise<Answer> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    return this.send(path, {
      method: 'POST',
      headers: { ...json, ...headers },
      ...(text !== undefined && { body: text }),
    });
  }

  /** A header with the value '' is omitted. */
  async send(path: string, { method = 'GET', headers = {}, body }: Question): Promise<Answer> {
    const unsafe = method !== 'GET' && method !== 'HEAD';
    const all = {
      'sec-fetch-site': 'same-origin',
      ...(unsafe && { origin: this.client.origin, 'x-xsrf-token': this.token }),
      ...(this.cookies.size > 0 && { cookie: this.cookieHeader }),
      ...headers,
    };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
    const answer = await this.client.ask(path, { method, headers: sent, ...(body !== undefined && { body }) });
    for (const line of answer.setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (EXPIRED.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  signIn({ sucursal, username, password }: Credentials, headers: Question['headers'] = {}): Promise<Answer> {
    return this.post('/api/auth/login', { sucursal, username, password }, headers);
  }

  /** A second browser with the same cookies, which keeps those that the first one loses. */
  copy(): Visitor {
    const twin = new Visitor(this.client);
    for (const [name, value] of this.cookies) twin.cookies.set(name, value);
    return twin;
  }
}
