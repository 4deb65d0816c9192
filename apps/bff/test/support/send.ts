import { request, type IncomingHttpHeaders } from 'node:http';
import { type Browser } from './browser.ts';
import { type Gateway, ORIGIN } from './gateway.ts';

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A request exactly as sent: only `Host` and a length or chunks are added. */
export interface Sent {
  method: string;
  target: string;
  headers: HeaderList;
  body?: string | Buffer | undefined;
  /** Sent chunked, without a length. */
  chunked?: boolean;
}

export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The last part of a problem's type; undefined for any other response. */
  kind: string | undefined;
}

function kindOf(headers: IncomingHttpHeaders, text: string): string | undefined {
  if (!headers['content-type']?.startsWith('application/problem+json') || text === '') return undefined;
  const { type } = JSON.parse(text) as { type?: string };
  return type?.replace('urn:despacho:problem:', '');
}

/** Sends one request and reads the whole response; of an event stream, only the head. */
export async function send({ port }: Gateway, { method, target, headers, body, chunked }: Sent): Promise<Received> {
  const answered = Promise.withResolvers<Received>();
  const announced = chunked ? [] : [['Content-Length', String(Buffer.byteLength(body ?? ''))] as const];
  // Otherwise Node would send chunks, and a GET has no length.
  const length = body === undefined && ['GET', 'HEAD'].includes(method) ? [] : announced;
  const list = [['Host', new URL(ORIGIN).host] as const, ...headers, ...length].flat();
  const call = request({ host: '127.0.0.1', port, method, path: target, headers: list, agent: false });
  call.on('error', answered.reject);
  call.on('response', (answer) => {
    const chunks: Buffer[] = [];
    const finish = () => {
      const text = Buffer.concat(chunks).toString();
      const { statusCode: status = 0, headers: got } = answer;
      answered.resolve({ status, headers: got, text, kind: kindOf(got, text) });
    };
    // A refusal may arrive before the whole body was sent, which then fails.
    call.removeAllListeners('error').on('error', () => undefined);
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('error', answered.reject);
    answer.on('end', finish);
    if (answer.headers['content-type']?.startsWith('text/event-stream')) {
      finish();
      call.destroy();
    }
  });
  call.end(body);
  return answered.promise;
}

/** @returns the headers that a page sends with a request. */
export const headersOf = (browser: Browser, method: string): [string, string][] => [
  ['Cookie', browser.cookieHeader],
  ['Sec-Fetch-Site', 'same-origin'],
  ...(method === 'GET'
    ? []
    : ([
        ['Origin', ORIGIN],
        ['X-XSRF-TOKEN', browser.csrfToken],
      ] as [string, string][])),
];
