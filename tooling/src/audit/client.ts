import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { certificateFault } from './certificate-fault.ts';

/** A parsed HTTP response. */
export interface Answer {
  method: string;
  path: string;
  status: number;
  /** Lower-case names; repeated headers are joined by commas, except Set-Cookie. */
  headers: Readonly<Record<string, string>>;
  setCookies: readonly string[];
  text: string;
}

/** A request. Headers are sent as given; only Host and Content-Length are added. */
export interface Question {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** A connection to a running gateway. */
export interface Client {
  origin: string;
  /** Path of the product below the origin, without a trailing slash. */
  basePath: string;
  secure: boolean;
  host: string;
  port: number;
  /** All responses so far, for checks that inspect all of them. */
  answers: Answer[];
  /** @throws Error if no response arrives within `TIMEOUT_MS`. */
  ask(path: string, question?: Question): Promise<Answer>;
  /** Sends raw bytes. @returns everything received until the peer closed or `quietMs` passed. */
  raw(bytes: string, quietMs?: number): Promise<RawAnswer>;
  /** Opens a separate connection for the caller to watch. */
  connect(): Promise<Socket>;
  /** Why the certificate is not trusted; undefined if it is, and without TLS. */
  certificateFault(): Promise<string | undefined>;
}

export interface RawAnswer {
  text: string;
  /** In the order of the responses. */
  statuses: number[];
  closed: boolean;
}

/** Longer than the ten seconds in which the gateway guarantees a response. */
const TIMEOUT_MS = 15_000;
const QUIET_MS = 1500;
const MAX_TEXT = 2_000_000;

const joined = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(', ') : (value ?? '');

/**
 * @param address such as https://despacho.example.pe or http://localhost:3000/base.
 * @param ca additional certificates to trust.
 */
export function createClient(address: URL, ca?: string): Client {
  const secure = address.protocol === 'https:';
  const host = address.hostname.replace(/^\[|\]$/g, '');
  const port = Number(address.port || (secure ? 443 : 80));
  const basePath = address.pathname.replace(/\/+$/, '');
  const answers: Answer[] = [];
  const trust = ca === undefined ? {} : { ca };

  const ask: Client['ask'] = (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const send = secure ? requestHttps : requestHttp;
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const options = { host, port, method, path: basePath + path, agent: false, ...trust } as const;
      const req = send({ ...options, headers: { host: address.host, ...length, ...headers } }, (res) => {
        let text = '';
        res.setEncoding('utf8');
        res.on('data', (chunk: string) => {
          if (text.length < MAX_TEXT) text += chunk;
        });
        res.once('error', reject);
        res.once('end', () => {
          const entries = Object.entries(res.headers).filter(([name]) => name !== 'set-cookie');
          const answer: Answer = {
            method,
            path,
            status: res.statusCode ?? 0,
            headers: Object.fromEntries(entries.map(([name, value]) => [name, joined(value)])),
            setCookies: res.headers['set-cookie'] ?? [],
            text,
          };
          answers.push(answer);
          resolve(answer);
        });
      });
      req.setTimeout(TIMEOUT_MS, () =>
        req.destroy(new Error(`no answer to ${method} ${path} within ${TIMEOUT_MS} ms`)),
      );
      req.once('error', reject);
      req.end(body);
    });

  const connect = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket: Socket = secure
        ? connectTls({ host, port, servername: host, ...trust }, () => resolve(socket))
        : connectPlain({ host, port }, () => resolve(socket));
      socket.once('error', reject);
    });

  const raw: Client['raw'] = async (bytes, quietMs = QUIET_MS) => {
    const socket = await connect();
    return new Promise((resolve) => {
      let text = '';
      const done = (closed: boolean) => {
        clearTimeout(quiet);
        socket.destroy();
        const statuses = [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status));
        resolve({ text, statuses, closed });
      };
      let quiet = setTimeout(done, quietMs, false);
      socket.setEncoding('latin1');
      socket.on('data', (chunk: string) => {
        text += chunk;
        clearTimeout(quiet);
        quiet = setTimeout(done, quietMs, false);
      });
      socket.on('error', () => undefined);
      socket.once('close', () => done(true));
      socket.write(bytes, 'latin1');
    });
  };

  return {
    origin: address.origin,
    basePath,
    secure,
    host: address.host,
    port,
    answers,
    ask,
    raw,
    connect,
    certificateFault: () =>
      secure ? certificateFault({ host, port, servername: host, ...trust }) : Promise.resolve(undefined),
  };
}
