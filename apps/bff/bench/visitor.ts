import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';

interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Headers that a current browser sends with a call of its page. The same for every gateway. */
const BROWSER = {
  accept: 'application/json, text/plain, */*',
  'accept-language': 'es-PE,es;q=0.9,en;q=0.8',
  'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'sec-ch-ua': '"Chromium";v="140", "Not=A?Brand";v="24"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin',
  referer: 'http://localhost:3000/clients',
};

/** A browser of the bench: connections to one gateway, and cookies. */
export class Visitor {
  readonly #port: number;
  readonly #agent: Agent;
  readonly cookies = new Map<string, string>();

  readonly #address: string;
  /** Encodings of responses that it accepts. */
  encoding = 'gzip, deflate, br, zstd';

  /**
   * @param connections how many are kept open.
   * @param address sent as by a reverse proxy, for gateways that trust one.
   */
  constructor(port: number, connections: number, address = '') {
    this.#port = port;
    this.#address = address;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  get #cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** A browser has one of them: staff, or a courier's phone. */
  get #csrfToken(): string {
    return decodeURIComponent(this.cookies.get('XSRF-TOKEN') ?? this.cookies.get('XSRF-REPARTO') ?? '');
  }

  /**
   * Sends a request and reads the whole response; stores cookies.
   * @param body text and bytes are sent as they are, anything else as JSON.
   * @param key makes the request repeatable.
   */
  async send(path: string, body?: object | string, type = 'application/json', key = ''): Promise<Reply> {
    const text = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const reply = Promise.withResolvers<IncomingMessage>();
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: this.#port,
        path,
        agent: this.#agent,
        method: text === undefined ? 'GET' : 'POST',
        headers: {
          ...BROWSER,
          'accept-encoding': this.encoding,
          ...(this.#address !== '' && { 'x-forwarded-for': this.#address }),
          ...(this.cookies.size > 0 && { cookie: this.#cookie }),
          ...(text !== undefined && {
            'content-type': type,
            'content-length': Buffer.byteLength(text),
            'x-xsrf-token': this.#csrfToken,
            ...(key !== '' && { 'idempotency-key': key }),
          }),
        },
      },
      reply.resolve,
    );
    outgoing.on('error', reply.reject).end(text);
    const answer = await reply.promise;
    const chunks: Buffer[] = [];
    for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) };
  }

  /**
   * Opens an event stream and leaves it open.
   * @returns the response, for the caller to read or destroy.
   */
  async openStream(): Promise<IncomingMessage> {
    const reply = Promise.withResolvers<IncomingMessage>();
    const headers = {
      ...BROWSER,
      accept: 'text/event-stream',
      'accept-encoding': 'gzip, deflate, br',
      cookie: this.#cookie,
    };
    request({ host: '127.0.0.1', port: this.#port, path: '/api/events', agent: false, headers }, reply.resolve)
      .on('error', reply.reject)
      .end();
    return reply.promise;
  }

  /**
   * Sends a request on a connection that never reads the response.
   * @returns the connection, for the caller to destroy.
   */
  askUnread(path: string): Socket {
    const socket = connect(this.#port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\nCookie: ${this.#cookie}\r\nSec-Fetch-Site: same-origin\r\n\r\n`,
    );
    return socket;
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Signs in to our gateway as a page does. */
export async function signInToOurs(
  visitor: Visitor,
  username = 'ana',
  password = 'x',
  sucursal = 'LIMA',
): Promise<void> {
  await visitor.send('/api/auth/session');
  const { status, body } = await visitor.send('/api/auth/login', { sucursal, username, password });
  if (status !== 200) throw new Error(`Sign-in answered ${status}: ${body.toString()}`);
}
