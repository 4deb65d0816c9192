import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from './support/browser.ts';
import { sendJson } from './support/fake-upstream.ts';
import { type Gateway, startGateway } from './support/gateway.ts';

let gateway: Gateway;
let ana: Browser;
beforeAll(async () => {
  gateway = await startGateway({ UPSTREAM_TIMEOUT_MS: '5000' });
  ana = new Browser(gateway);
  await ana.signIn(gateway.legacy.users.ana);
});
beforeEach(() => {
  gateway.legacy.hits.length = 0;
});
afterAll(() => gateway.close());

/** Time for a first byte on a busy machine, and the silence after which an answer is taken to be whole. */
const FIRST_BYTE_MS = 5000;
const SILENCE_MS = 250;

/** Writes bytes as they are and reads until the gateway closes or falls silent. */
async function raw(text: string): Promise<string> {
  const socket = connect(gateway.port, '127.0.0.1');
  const chunks: Buffer[] = [];
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FIRST_BYTE_MS);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      clearTimeout(timer);
      timer = setTimeout(resolve, SILENCE_MS);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve();
    });
    socket.write(text);
  });
  clearTimeout(timer);
  socket.destroy();
  return Buffer.concat(chunks).toString();
}

const SPOOFED = [
  'Authorization: Bearer intruder',
  'X-Forwarded-For: 6.6.6.6',
  'X_Forwarded_For: 6.6.6.6',
  'X-Forwarded-Host: evil.example',
  'Forwarded: for=6.6.6.6',
  'X-Real-IP: 6.6.6.6',
  'X-User: intruder',
  'nroDocumento: intruder',
  'usuario: intruder',
  'clave: intruder',
  'X-Despacho-Background: 1',
  'Accept-Language: es-PE',
  'Via: intruder',
  'Connection: keep-alive, X-Request-Id, Authorization, X-Forwarded-For',
];

const requestText = (line: string, headers: string[] = [], body = '') =>
  [
    line,
    'Host: localhost:3000',
    `Cookie: ${ana.cookieHeader}`,
    'Sec-Fetch-Site: same-origin',
    `X-XSRF-TOKEN: ${ana.csrfToken}`,
    ...headers,
    '',
    body,
  ].join('\r\n');

const ALLOWED = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'host',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-request-id',
];

describe('what an upstream receives', () => {
  it('C5: a proxied read carries what the gateway makes and nothing else of the client', async () => {
    const answer = await raw(requestText('GET /api/clients HTTP/1.1', SPOOFED));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    const [hit, ...more] = gateway.legacy.hits;
    expect(more).toHaveLength(0);
    expect(Object.keys(hit?.headers ?? {}).filter((name) => !ALLOWED.includes(name))).toEqual([]);
    expect(hit?.headers).toMatchObject({
      authorization: `Bearer ${gateway.legacy.users.ana.token}`,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'accept-language': 'es-PE',
      host: new URL(gateway.legacy.url).host,
    });
    expect(JSON.stringify(hit)).not.toMatch(/intruder|6\.6\.6\.6|evil|XSRF|despacho=/);
  });

  it('C5: so does a proxied write with Expect: 100-continue', async () => {
    const body = JSON.stringify({ permissionsList: [{ module: 'T02' }] });
    const headers = [
      ...SPOOFED,
      'Expect: 100-continue',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    const answer = await raw(requestText('POST /api/permission/3 HTTP/1.1', headers, body));
    expect(answer).toContain('HTTP/1.1 200 ');
    const hit = gateway.legacy.hits.find(({ method }) => method === 'POST');
    expect(Object.keys(hit?.headers ?? {}).filter((name) => !ALLOWED.includes(name))).toEqual([]);
    expect(hit?.headers.authorization).toBe(`Bearer ${gateway.legacy.users.ana.token}`);
    expect(JSON.stringify(hit)).not.toMatch(/intruder|6\.6\.6\.6|evil|XSRF|despacho=/);
  });

  it('C4: the storage call is no exception', async () => {
    await raw(requestText('GET /api/storage HTTP/1.1', SPOOFED));
    const [hit] = gateway.legacy.hits;
    expect(Object.keys(hit?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'clave',
      'connection',
      'host',
      'nrodocumento',
      'usuario',
    ]);
    expect(JSON.stringify(hit)).not.toMatch(/intruder/);
  });

  it('believes X-Forwarded-For from the proxies it was told of', async () => {
    const behind = await startGateway({ TRUST_PROXY: '127.0.0.0/8' });
    try {
      const browser = new Browser(behind);
      await browser.signIn(behind.legacy.users.ana);
      await browser.get('/api/clients', { 'x-forwarded-for': '6.6.6.6, 190.1.2.3' });
      expect(behind.legacy.hitsOf('/base/clients/')[0]?.headers['x-forwarded-for']).toBe('190.1.2.3');
    } finally {
      await behind.close();
    }
  });
});

describe('what the browser receives', () => {
  it('C1 C5: none of an upstream’s headers', async () => {
    gateway.legacy.on('GET /base/clients/', (_hit, res) => {
      sendJson(res, 200, [], {
        'set-cookie': 'up=1',
        server: 'Legacy/1',
        'x-powered-by': 'PHP',
        'x-backend': 'db-7',
        'content-security-policy': 'none',
        'cache-control': 'public, max-age=60',
        'access-control-allow-origin': '*',
        link: '<http://evil.example/>; rel=preload',
      });
    });
    const response = await ana.get('/api/clients');
    gateway.legacy.on('GET /base/clients/', undefined);
    expect(response.body).toEqual([]);
    expect(JSON.stringify(response.headers)).not.toMatch(/up=1|Legacy|PHP|db-7|evil|max-age|allow-origin/);
    expect(response.headers['cache-control']).toBe('no-store');
  });
});

describe('targets that two programs could read differently', () => {
  it.each([
    'GET /api/clients/..%2f..%2fauth HTTP/1.1',
    'GET /api/clients/../users HTTP/1.1',
    'GET /api/clients/%2e%2e/users HTTP/1.1',
    'GET /api/clients/.. HTTP/1.1',
    'GET /api/clients/7%00 HTTP/1.1',
    'GET /api/clients/7%5c HTTP/1.1',
    'GET /api/clients\\7 HTTP/1.1',
    'GET /api//clients HTTP/1.1',
    'GET //evil.example/api/clients HTTP/1.1',
    'GET http://evil.example/api/clients HTTP/1.1',
    'GET /api/clients%0d%0aX:y HTTP/1.1',
    'GET /api/%63lients HTTP/1.1',
    'GET /api/clients/%ff HTTP/1.1',
    'GET /api/clients/7%252f HTTP/1.1',
    'GET /api/clients#x HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'TRACE /api/clients HTTP/1.1',
    'CONNECT evil.example:443 HTTP/1.1',
  ])('C5: %s reaches no upstream', async (line) => {
    const answer = await raw(requestText(line));
    expect(answer === '' || /^HTTP\/1\.1 4\d\d /.test(answer)).toBe(true);
    expect(answer).not.toMatch(/at .*\.(ts|js):\d/);
    expect(gateway.legacy.hits).toHaveLength(0);
    expect(await raw(requestText('GET /api/clients HTTP/1.1'))).toMatch(/^HTTP\/1\.1 200 /);
    expect(gateway.legacy.hits).toHaveLength(1);
  });

  const body = '{"permissionsList":[]}';
  it.each([
    [
      'both lengths',
      ['Content-Type: application/json', 'Content-Length: 5', 'Transfer-Encoding: chunked'],
      '0\r\n\r\nGET /api/clients HTTP/1.1\r\nHost: x\r\n\r\n',
    ],
    ['two lengths', ['Content-Type: application/json', 'Content-Length: 22', 'Content-Length: 5'], body],
    ['a folded encoding', ['Content-Type: application/json', 'Transfer-Encoding: chunked, identity'], body],
    ['a bare line feed', ['Content-Type: application/json\nContent-Length: 22'], body],
    ['a space before the colon', ['Content-Length : 22'], body],
    ['chunks that are none', ['Content-Type: application/json', 'Transfer-Encoding: chunked'], 'zz\r\n\r\n'],
  ])('C5: %s is not HTTP we answer (G28)', async (_what, headers, text) => {
    const answer = await raw(requestText('POST /api/permission/3 HTTP/1.1', headers, text));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('application/problem+json');
    expect(gateway.legacy.hits).toHaveLength(0);
  });
});
