import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postLogin, SLOW_START } from '../support/gateway-process.ts';
import type { LenientProcess } from '../support/lenient-process.ts';
import { type RawUpstream, rawJson, startRawUpstream } from '../support/raw-upstream.ts';
import { ask, problemOf } from '../support/wire.ts';

/*
 * Node parses HTTP as leniently as its process is configured, unless a server or a request overrides it. Ours override
 * it, so that no ambiguous message is accepted, regardless of its flags.
 */

const PROCESS = fileURLToPath(new URL('../support/lenient-process.ts', import.meta.url));

let upstream: RawUpstream;
let child: ChildProcess;
let place: LenientProcess;
let cookies = '';
beforeAll(async () => {
  upstream = await startRawUpstream((socket) => socket.write(rawJson([])));
  child = fork(PROCESS, [upstream.url], { execArgv: ['--insecure-http-parser'] });
  [place] = (await once(child, 'message')) as [LenientProcess];
  ({ cookies } = await postLogin(place.gatewayPort, place.user));
}, SLOW_START.timeout);
afterAll(async () => {
  child.disconnect();
  await once(child, 'exit');
  await upstream.close();
});

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const sized = (body: string) => `${HEAD}Content-Length: ${body.length}\r\n\r\n${body}`;
const chunks = (body: string, blanks = '') => `${body.length.toString(16)}${blanks}\r\n${body}\r\n0\r\n\r\n`;
const chunked = `${HEAD}Transfer-Encoding: chunked\r\n`;
const AMBIGUOUS: [what: string, of: (body: string) => string][] = [
  ['a length and chunks', (body) => `${chunked}Content-Length: ${body.length}\r\n\r\n${chunks(body)}`],
  ['bare line feeds', (body) => sized(body).replaceAll('\r\n', '\n')],
  ['a control character in a header', (body) => sized(body).replace('\r\n', '\r\nX-A: a\u0001b\r\n')],
  ['blanks after the size of a chunk', (body) => `${chunked}\r\n${chunks(body, '  ')}`],
];

const STORAGE = JSON.stringify({ data: { almacenamientoMaximo: 2000, almacenamientoUsado: 1000 } });

/** Makes the upstream answer each call with these bytes. */
function answerIn(bytes: (body: string) => string): void {
  upstream.answer = (socket, request) => socket.write(bytes(request.startsWith('GET /storage/') ? STORAGE : '[]'));
}

/** How a client with Node's defaults reads it: a status, or an error. */
async function bareClient(): Promise<unknown> {
  child.send(`${upstream.url}/bare`);
  const [outcome] = (await once(child, 'message')) as [unknown];
  return outcome;
}

async function get(path: string): Promise<[number, string | undefined]> {
  const response = await fetch(`http://127.0.0.1:${place.gatewayPort}${path}`, {
    headers: { cookie: cookies, 'sec-fetch-site': 'same-origin' },
  });
  const { type } = (await response.json()) as { type?: string };
  return [response.status, type];
}

describe('in a process with a lenient HTTP parser', () => {
  it.each(AMBIGUOUS)('G28: still rejects an upstream’s response with %s', async (_what, bytes) => {
    answerIn(bytes);
    // The flag works: Node's own client accepts this.
    expect(await bareClient()).toBe(200);
    const broken = [502, 'urn:despacho:problem:upstream-broken'];
    // A proxied call, and a call of the gateway itself.
    expect([await get('/api/users'), await get('/api/storage')]).toEqual([broken, broken]);
  });

  it('G28: accepts a valid response', async () => {
    answerIn(sized);
    expect([(await get('/api/users'))[0], (await get('/api/storage'))[0]]).toEqual([200, 200]);
  });

  it.each([
    ['bare line feeds', 'GET /api/config HTTP/1.1\nHost: localhost:3000\n\n'],
    ['a control character in a header', 'GET /api/config HTTP/1.1\r\nHost: localhost:3000\r\nX-A: a\u0001b\r\n\r\n'],
  ])('G28: still refuses a request with %s', async (_what, bytes) => {
    expect((await ask(place.barePort, bytes))?.status).toBe(200);
    expect(problemOf(await ask(place.gatewayPort, bytes))).toBe('invalid-request');
  });
});
