import { OPERATIONS } from '@despacho/contracts/operations';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANSWER_TYPES } from '#http/answer-types.ts';
import { Browser, setCookies, type Response } from '../support/browser.ts';
import { type Respond, sendJson } from '../support/fake-upstream.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { headerOf } from '../support/http-answers.ts';
import { dial, requestBy } from '../support/wire.ts';

/** Required security headers, written by hand. `ANSWER_TYPES` lists which of them each type of response has. */
const EXPECTED = {
  'content-security-policy': /^default-src 'self'/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^(same-origin|no-referrer|strict-origin|strict-origin-when-cross-origin)$/,
  'permissions-policy': /camera=\(\).*microphone=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
};

const REQUEST_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const FORBIDDEN = [
  'server',
  'x-powered-by',
  'access-control-allow-origin',
  'location',
  'www-authenticate',
  'via',
  'etag-inside',
];

type Headers = Record<string, string | undefined>;

type AnswerType = keyof typeof ANSWER_TYPES;

/** Whether a type of response has a security header. */
const isExpected = (type: AnswerType, name: string): boolean => {
  const headers: 'all' | readonly string[] = ANSWER_TYPES[type];
  return headers === 'all' || headers.includes(name);
};

function expectPolicy(text: string): void {
  const policy = new Map(
    text.split(';').map((part) => {
      const [name = '', ...values] = part.trim().split(' ');
      return [name, values.join(' ')] as const;
    }),
  );
  expect(policy.get('default-src')).toBe("'self'");
  expect(policy.get('script-src')).toBe("'self'");
  expect(policy.get('style-src')).toBe("'self'");
  for (const name of ['object-src', 'frame-ancestors', 'script-src-attr'])
    expect([name, policy.get(name)]).toEqual([name, "'none'"]);
  for (const name of ['base-uri', 'form-action'])
    expect([name, ["'self'", "'none'"].includes(policy.get(name) ?? '')]).toEqual([name, true]);
  expect(text).not.toMatch(/unsafe|\*|https?:|nonce-/);
}

function expectHeaders(headers: Headers, secure: boolean, type: AnswerType): void {
  for (const [name, form] of Object.entries(EXPECTED)) {
    const expected: unknown = isExpected(type, name) ? expect.stringMatching(form) : undefined;
    expect([type, name, headers[name]]).toEqual([type, name, expected]);
  }
  if (isExpected(type, 'content-security-policy')) expectPolicy(headers['content-security-policy'] ?? '');
  expect(headers['x-request-id']).toMatch(REQUEST_ID);
  for (const name of FORBIDDEN) expect([name, headers[name]]).toEqual([name, undefined]);
  const hsts = headers['strict-transport-security'];
  if (secure) expect(Number(/max-age=(\d+)/.exec(hsts ?? '')?.[1])).toBeGreaterThanOrEqual(31_536_000);
  else expect(hsts).toBeUndefined();
}

const CLIENTS = 'GET /base/clients/';
const json =
  (status: number): Respond =>
  (_hit, res) => {
    sendJson(res, status, {});
  };

/** A request that gets a response of the type and status; every type and every status of the gateway has one. */
type Case = [
  type: AnswerType,
  status: number,
  what: string,
  ask: (browser: Browser) => Promise<Response>,
  respond?: Respond,
];
const page =
  (path: string, headers: Record<string, string> = {}) =>
  (browser: Browser) =>
    browser.get(path, { accept: 'text/html', ...headers });
const CASES: Case[] = [
  ['page', 200, 'the start', page('/')],
  ['page', 200, 'a screen', page('/clients')],
  ['page', 200, 'the guests’ page', page('/c/')],
  ['page', 200, 'an HTML file of the build', page('/assets/odd-abc123.html')],
  ['svg', 200, 'an icon', page('/favicon.svg')],
  ['svg', 200, 'a hashed picture that is a document', page('/assets/logo-abc123.svg')],
  ['worker', 200, 'the courier’s service worker', page('/r/sw.js')],
  ['asset', 200, 'a script', page('/assets/main-abc123.js', { 'accept-encoding': 'identity' })],
  ['asset', 200, 'a compressed script', page('/assets/main-abc123.js', { 'accept-encoding': 'br' })],
  ['asset', 200, 'a part of a file', page('/assets/main-abc123.js', { range: 'bytes=0-3' })],
  ['asset', 200, 'a part that is not there', page('/assets/main-abc123.js', { range: 'bytes=900-' })],
  ['asset', 200, 'a style', page('/assets/main-abc123.css')],
  ['asset', 200, 'a font', page('/assets/text-abc123.woff2')],
  ['asset', 200, 'a picture', page('/assets/pin-abc123.png')],
  ['file', 200, 'a script without a hash', page('/theme.js')],
  ['file', 200, 'a text', page('/licenses.md')],
  ['file', 200, 'the manifest of an app', page('/r/manifest.webmanifest')],
  ['data', 200, 'the configuration', (browser) => browser.get('/api/config')],
  ['data', 200, 'the session', (browser) => browser.get('/api/auth/session')],
  ['data', 200, 'a proxied read', (browser) => browser.get('/api/clients')],
  ['data', 200, 'a tile', (browser) => browser.get('/tiles/3/1/2')],
  ['empty', 204, 'a logout of nobody', (browser) => new Browser(browser.gateway).post('/api/auth/logout', undefined)],
  ['problem', 404, 'no script', page('/assets/gone-abc123.js')],
  ['problem', 404, 'no page', page('/assets/')],
  ['problem', 400, 'an odd target', (browser) => browser.get('/a%2fb')],
  ['problem', 400, 'an unknown parameter', (browser) => browser.get('/api/clients?x=1')],
  ['problem', 400, 'a refusal of the data', (browser) => browser.get('/api/clients'), json(400)],
  ['problem', 401, 'no session', (browser) => new Browser(browser.gateway).get('/api/clients')],
  ['problem', 403, 'no token', (browser) => browser.post('/api/permission/3', {}, { 'x-xsrf-token': '' })],
  ['problem', 403, 'another origin', (browser) => browser.get('/api/clients', { 'sec-fetch-site': 'cross-site' })],
  ['problem', 404, 'no operation', (browser) => browser.get('/api/nothing')],
  ['problem', 404, 'no file', (browser) => browser.get('/nothing.js')],
  ['problem', 404, 'nothing there', (browser) => browser.get('/api/clients/9')],
  ['problem', 405, 'another method', (browser) => browser.delete('/api/clients')],
  ['problem', 409, 'a conflict', (browser) => browser.get('/api/clients'), json(409)],
  ['problem', 413, 'too much', (browser) => browser.post('/api/permission/3', { x: 'x'.repeat(20_000) })],
  ['problem', 414, 'a long address', (browser) => browser.get(`/${'x'.repeat(3000)}`)],
  [
    'problem',
    415,
    'another type',
    (browser) => browser.post('/api/permission/3', {}, { 'content-type': 'application/x-www-form-urlencoded' }),
  ],
  [
    'problem',
    431,
    'too many headers',
    (browser) =>
      browser.get('/api/clients', Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`x-${i}`, '1']))),
  ],
  ['problem', 500, 'a failure of the host', (browser) => browser.get('/api/clients'), json(500)],
  ['problem', 502, 'a broken answer', (browser) => browser.get('/api/clients'), json(302)],
  ['problem', 503, 'a busy host', (browser) => browser.get('/api/clients'), json(429)],
  ['problem', 504, 'silence of the host', (browser) => browser.get('/api/clients'), () => undefined],
];

it('G30: has a case for each type of response', () => {
  expect([...new Set(CASES.map(([type]) => type))].sort()).toEqual(Object.keys(ANSWER_TYPES).sort());
});

describe.each([
  ['http', undefined],
  ['https', 'https://despacho.example.pe'],
])('over %s', (_scheme, origin) => {
  let gateway: Gateway;
  let ana: Browser;
  beforeAll(async () => {
    gateway = await startGateway({
      UPSTREAM_TIMEOUT_MS: '1000',
      ...(origin !== undefined && { PUBLIC_ORIGIN: origin }),
    });
    ana = new Browser(gateway);
    await ana.signIn(gateway.legacy.users.ana);
  });
  afterAll(() => gateway.close());

  it.each(CASES)('G30 G31 G32: %s, %i: %s', async (type, status, _what, ask, respond) => {
    gateway.legacy.on(CLIENTS, respond);
    const response = await ask(ana);
    gateway.legacy.on(CLIENTS, undefined);
    expect(response.status).toBe(status);
    expectHeaders(response.headers, origin !== undefined, type);
    if (status >= 400) {
      expect(response.type).toBe('application/problem+json');
      expect(response.headers['cache-control']).toBe('no-store');
      const { requestId } = response.body as { requestId: string };
      expect(requestId).toBe(response.headers['x-request-id']);
      expect(JSON.stringify(response.body)).not.toMatch(/127\.0\.0\.1|Error|\/srv|node_modules|\.ts:|undefined/);
    }
    expect([301, 302, 303, 307, 308]).not.toContain(response.status);
  });

  it.each<[AnswerType, string]>([
    ['page', '/'],
    ['page', '/c/'],
    ['svg', '/favicon.svg'],
    ['svg', '/assets/logo-abc123.svg'],
    ['worker', '/r/sw.js'],
    ['asset', '/assets/main-abc123.js'],
    ['asset', '/assets/pin-abc123.png'],
    ['file', '/licenses.md'],
    ['data', '/api/clients'],
  ])('G30: %s, a 304 of %s has the headers of the response that it confirms', async (type, path) => {
    const clients = Array.from({ length: 100 }, (_, id) => ({ id, name: 'Bodega' }));
    gateway.legacy.on(CLIENTS, (_hit, res) => sendJson(res, 200, clients));
    const read = (headers: Record<string, string> = {}) =>
      ana.get(path, { accept: 'text/html', 'accept-encoding': 'identity', ...headers });
    const first = await read();
    const again = await read({ 'if-none-match': String((first.headers as Headers)['etag']) });
    gateway.legacy.on(CLIENTS, undefined);
    expect([path, again.status]).toEqual([path, 304]);
    expectHeaders(again.headers, origin !== undefined, type);
    expect(again.headers['cache-control']).toBe(first.headers['cache-control']);
  });

  it.each<[path: string, type: AnswerType, status: number]>([
    ['/', 'page', 200],
    ['/clients', 'page', 200],
    ['/assets/main-abc123.js', 'asset', 200],
    ['/nothing.js', 'problem', 404],
    ['/api/clients', 'problem', 405],
    ['/api/config', 'problem', 405],
    ['/api/nothing', 'problem', 404],
  ])('G30: HEAD %s has the headers of its GET and no body', async (path, type, status) => {
    const head = await request(gateway.server)
      .head(path)
      .set('accept', 'text/html')
      .ok(() => true);
    expectHeaders(head.headers, origin !== undefined, type);
    expect(head.headers['transfer-encoding']).toBeUndefined();
    expect(head.body).toEqual({});
    expect(head.status).toBe(status);
  });

  it('G30: an event stream', async () => {
    const wire = dial(gateway.port);
    wire.write(requestBy(ana, 'GET /api/events HTTP/1.1'));
    await expect.poll(() => wire.text()).toContain('hola');
    const [answer] = wire.answers();
    const headers = Object.fromEntries(answer?.headers ?? []);
    expectHeaders(headers, origin !== undefined, 'data');
    expect(headers['cache-control']).toBe('no-store');
    wire.socket.destroy();
  });

  it.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['a large head', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: a-pony\r\n\r\n', 417],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['an address alone', 'GET http:// HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ])('G30 G32: bytes that are not a request: %s', async (_what, bytes, status) => {
    const wire = dial(gateway.port);
    wire.write(bytes);
    const [answer] = await wire.answered(1);
    wire.socket.destroy();
    if (!answer) throw new Error('no answer');
    expect(answer.status).toBe(status);
    const { headers } = answer;
    expectHeaders(Object.fromEntries(headers), origin !== undefined, 'problem');
    expect(headers.length).toBe(new Set(headers.map(([name]) => name)).size);
    expect(headerOf(answer, 'content-type')).toMatch(/^application\/problem\+json/);
    expect(headerOf(answer, 'cache-control')).toBe('no-store');
  });

  it('G31: data and problems below /api are not cached, and hashed files for a year', async () => {
    for (const { method, path } of Object.values(OPERATIONS).filter(
      (one) => one.method === 'GET' && !one.path.startsWith('/tiles'),
    )) {
      if (path === '/api/events') continue;
      const response = await ana.get(path.replace(/:\w+/g, 'LIMA'));
      expect([method, path, response.headers['cache-control']]).toEqual([method, path, 'no-store']);
    }
    const caching = async (path: string) =>
      ((await ana.get(path, { accept: 'text/html' })).headers as Headers)['cache-control'];
    expect(await caching('/assets/main-abc123.js')).toBe('public, max-age=31536000, immutable');
    expect(await caching('/assets/gone-abc123.js')).toBe('no-store');
    expect(await caching('/')).toBe('no-cache');
    expect(await caching('/clients')).toBe('no-cache');
  });

  it('G29: a 401 or 403 is never a redirect, whatever the browser accepts', async () => {
    const navigation = {
      accept: 'text/html,application/xhtml+xml',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    for (const { method, path } of Object.values(OPERATIONS)) {
      const target = path.replace(/:\w+/g, '1');
      for (const browser of [new Browser(gateway), ana]) {
        const refused =
          method === 'GET'
            ? await browser.get(target, { ...navigation, 'sec-fetch-site': browser === ana ? 'cross-site' : 'none' })
            : await browser.copy().post(target, {}, { ...navigation, 'x-xsrf-token': 'none' });
        if (path === '/api/config' && browser !== ana) continue;
        expect([method, path, refused.status < 300 || refused.status >= 400]).toEqual([method, path, true]);
        expect([path, refused.headers['location']]).toEqual([path, undefined]);
        expect([path, refused.type]).toEqual([path, refused.status === 204 ? '' : 'application/problem+json']);
      }
    }
  });

  it.each(`/live /ready /metrics /health /healthz /ping /status /debug /api/metrics /operations.json`.split(/\s+/))(
    'G34: the public port has nothing at %s',
    async (path) => {
      for (const agent of ['curl/8', 'kube-probe/1.31', 'GoogleHC/1.0']) {
        const response = await ana.get(path, { accept: '*/*', 'user-agent': agent });
        expect([path, response.status]).toEqual([path, 404]);
      }
      expect(setCookies(await new Browser(gateway).get(path, { accept: '*/*' }))).toEqual([]);
    },
  );
});
