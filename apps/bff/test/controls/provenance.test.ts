import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../support/browser.ts';
import { type Hit, sendJson } from '../support/fake-upstream.ts';
import { type Gateway, SECRETS, startGateway, TILES_KEY } from '../support/gateway.ts';
import { ask, dial, problemOf, requestBy } from '../support/wire.ts';

let gateway: Gateway;
let ana: Browser;
beforeAll(async () => {
  gateway = await startGateway({ UPSTREAM_TIMEOUT_MS: '5000' });
  ana = new Browser(gateway);
  await ana.signIn(gateway.legacy.users.ana);
});
beforeEach(() => {
  for (const { hits } of [gateway.legacy, gateway.dispatch, gateway.tiles]) hits.length = 0;
});
afterAll(() => gateway.close());

/**
 * Headers that an attacker might send for an upstream to trust. Each value contains the word `intruder` or an address
 * of 6s.
 */
const SPOOFED = [
  ...`X-Forwarded-Proto X-Forwarded-Port X-Forwarded-User X_Forwarded_User X-Forwarded-Email X-Forwarded-Groups
    X-Forwarded-Access-Token X-Auth-Request-User X-User Remote-User nroDocumento nro_documento usuario
    USUARIO clave X-Api-Key X-Request-Id X_Request_Id X-Despacho-Background User-Agent Cache-Control Pragma
    Upgrade`
    .split(/\s+/)
    .map((name) => `${name}: intruder`),
  ...`X-Forwarded-For x_forwarded_for X-Forwarded_For X-Real-IP True-Client-IP CF-Connecting-IP Client-IP`
    .split(/\s+/)
    .map((name) => `${name}: 6.6.6.6`),
  'Authorization: Bearer intruder',
  'Proxy-Authorization: Basic intruder',
  'X-Forwarded-For: 6.6.6.7',
  'X-Forwarded-Host: intruder.example',
  'X-Forwarded-Uri: /intruder',
  'X-Original-URL: /intruder',
  'Forwarded: for=6.6.6.6;host=intruder',
  'Via: 1.1 intruder',
  'Traceparent: 00-intruder',
  'Baggage: intruder=1',
  'Accept: text/intruder',
  'Accept-Language: es-PE',
  'If-None-Match: "intruder"',
  'Range: bytes=0-6',
  'TE: trailers',
  'Keep-Alive: timeout=intruder',
  'Priority: u=0',
  'Early-Data: 1',
];

const MADE = ['accept', 'accept-encoding', 'connection', 'host'];
const PROXIED = [...MADE, 'authorization', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto', 'x-request-id'];
const PROXIED_READ = [...PROXIED, 'accept-language'];

const hits = (): Hit[] => [gateway.legacy, gateway.dispatch, gateway.tiles].flatMap((upstream) => upstream.hits);

/** Also compares spelling, so that no name occurs twice. */
function expectHeaders(hit: Hit | undefined, names: readonly string[]): void {
  const written = hit?.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  expect(written?.sort()).toEqual([...names].sort());
  expect(JSON.stringify(hit)).not.toMatch(/intruder|6\.6\.6|XSRF-TOKEN|despacho=/i);
}

async function send(line: string, headers: readonly string[], body = '') {
  const bare = headers.filter((header) => !header.startsWith('Upgrade'));
  return ask(gateway.port, requestBy(ana, line, bare, body));
}

/** Known ways to get client headers past such gateways. */
const WAYS: [way: string, more: string[]][] = [
  ['as they are', []],
  [
    'named by Connection',
    ['Connection: keep-alive, Authorization, X-Request-Id, X-Forwarded-For, nroDocumento, clave'],
  ],
  ['with Host, Cookie and what the gateway made named by it', ['Connection: Host, Cookie, Accept, X-Forwarded-Proto']],
  ['with trailers announced', ['Trailer: Authorization']],
];

describe('what an upstream receives', () => {
  it.each(WAYS)(
    'C5 G23: a proxied read, spoofed %s: only the gateway’s headers and one of the client',
    async (_way, more) => {
      expect((await send('GET /api/clients HTTP/1.1', [...SPOOFED.slice(1), ...more]))?.status).toBe(200);
      const [hit, ...rest] = hits();
      expect(rest).toEqual([]);
      expectHeaders(hit, PROXIED_READ);
      expect(hit?.headers).toMatchObject({
        authorization: `Bearer ${gateway.legacy.users.ana.token}`,
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'http',
        'accept-language': 'es-PE',
        'user-agent': 'despacho-gateway',
        host: new URL(gateway.legacy.url).host,
      });
      expect(hit?.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('G23: drops the client’s own Authorization', async () => {
    expect((await send('GET /api/clients HTTP/1.1', SPOOFED))?.status).toBe(200);
    expectHeaders(hits()[0], PROXIED_READ);
    expect(hits()[0]?.headers.authorization).toBe(`Bearer ${gateway.legacy.users.ana.token}`);
  });

  it.each([...WAYS, ['announced with Expect', ['Expect: 100-continue']] as [string, string[]]])(
    'C5 G23: a proxied write, spoofed %s',
    async (_way, more) => {
      const body = '{"permissionsList":[{"module":"T02"}]}';
      const headers = [...SPOOFED, ...more, 'Content-Type: application/json', `Content-Length: ${body.length}`];
      expect((await send('POST /api/permission/3 HTTP/1.1', headers, body))?.status).toBe(200);
      const writes = hits().filter(({ method }) => method === 'POST');
      expect(writes).toHaveLength(1);
      expectHeaders(writes[0], [...PROXIED_READ, 'content-type', 'content-length']);
      const reads = hits().filter(({ path }) => path === '/api/users/LIMA');
      expect(reads).toHaveLength(1);
      expectHeaders(reads[0], [...MADE, 'authorization', 'x-request-id']);
    },
  );

  it('G23: drops trailers of a body', async () => {
    const body = '{"permissionsList":[{"module":"T02"}]}';
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\nAuthorization: Bearer intruder\r\nX-User: intruder\r\n\r\n`;
    const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked', 'Trailer: Authorization, X-User'];
    expect((await send('POST /api/permission/3 HTTP/1.1', headers, chunk))?.status).toBe(200);
    const write = hits().find(({ method }) => method === 'POST');
    expectHeaders(write, [...PROXIED, 'content-type', 'content-length']);
    expect(write?.body).toContain('"T02"');
  });

  it('G23 G39: sends the dispatch service an assertion, and the tile server no user data', async () => {
    await send('GET /api/offices HTTP/1.1', SPOOFED);
    await send('GET /tiles/3/1/2 HTTP/1.1', SPOOFED);
    const [own, tile] = hits();
    expectHeaders(own, PROXIED_READ);
    expect(own?.headers.authorization).toMatch(/^Bearer ey[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(JSON.stringify(own)).not.toContain(gateway.legacy.users.ana.token);
    expectHeaders(tile, [...MADE, 'user-agent']);
    expect(tile?.query).toEqual({ key: TILES_KEY });
  });

  it('G23: also passes a valid last event id for an event stream', async () => {
    const wire = dial(gateway.port);
    wire.write(
      requestBy(ana, 'GET /api/events HTTP/1.1', [
        ...SPOOFED.filter((line) => !line.startsWith('Upgrade')),
        'Last-Event-ID: LIMA:17',
      ]),
    );
    await expect.poll(() => wire.text()).toContain('hola');
    wire.socket.destroy();
    expectHeaders(hits()[0], [...PROXIED_READ, 'last-event-id']);
    for (const id of ['LIMA 17', 'x'.repeat(2049), '{"a":1}', 'a;b', 'a/b']) {
      gateway.dispatch.hits.length = 0;
      const odd = dial(gateway.port);
      odd.write(requestBy(ana, 'GET /api/events HTTP/1.1', [`Last-Event-ID: ${id}`]));
      await expect.poll(() => odd.text()).toContain('hola');
      odd.socket.destroy();
      expectHeaders(gateway.dispatch.hits[0], PROXIED);
    }
  });

  it('G23: passes a header of the client only in its valid form', async () => {
    for (const value of ['es-PE, es;q=0.9', 'x'.repeat(101), 'es{}', 'es"', "es'"]) {
      gateway.legacy.hits.length = 0;
      expect((await send('GET /api/clients HTTP/1.1', [`Accept-Language: ${value}`]))?.status).toBe(200);
      expect(hits()[0]?.headers['accept-language']).toBe(value === 'es-PE, es;q=0.9' ? value : undefined);
    }
  });

  it.each([...WAYS, ['announced with Expect', ['Expect: 100-continue']] as [string, string[]]])(
    'C4 G26: the storage call has its three headers from session and environment, spoofed %s',
    async (_way, more) => {
      expect((await send('GET /api/storage HTTP/1.1', [...SPOOFED, ...more]))?.status).toBe(200);
      expectHeaders(hits()[0], [...MADE, 'clave', 'nrodocumento', 'usuario', 'x-request-id']);
      expect(hits()[0]?.headers).toMatchObject({
        nrodocumento: gateway.legacy.users.ana.ruc,
        usuario: SECRETS.STORAGE_USER,
        clave: SECRETS.STORAGE_PASSWORD,
      });
    },
  );

  it('G26: uses the environment’s tax id if the login names none, never the client’s', async () => {
    const { rosa } = gateway.legacy.users;
    const { ruc } = rosa;
    rosa.ruc = null;
    const browser = new Browser(gateway);
    await browser.signIn(rosa);
    await ask(gateway.port, requestBy(browser, 'GET /api/storage HTTP/1.1', SPOOFED));
    expect(hits().at(-1)?.headers).toMatchObject({ nrodocumento: SECRETS.STORAGE_TAX_ID });
    rosa.ruc = ruc;
  });

  it('G26: ignores a tax id in query or body', async () => {
    expect(problemOf(await send('GET /api/storage?nroDocumento=1 HTTP/1.1', []))).toBe('invalid-request');
    const body = '{"nroDocumento":"1"}';
    const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    expect(problemOf(await send('GET /api/storage HTTP/1.1', headers, body))).toBe('invalid-request');
    expect(hits()).toEqual([]);
  });

  it('G39: sends only the typed credentials in login and credentials calls', async () => {
    const { rosa } = gateway.legacy.users;
    const stranger = new Browser(gateway);
    await stranger.get('/api/auth/session');
    const body = JSON.stringify({ sucursal: rosa.office, username: rosa.username, password: rosa.password });
    const headers = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, ...SPOOFED];
    const text = Buffer.from(requestBy(stranger, 'POST /api/auth/login HTTP/1.1', headers, body)).toString('latin1');
    expect((await ask(gateway.port, text))?.status).toBe(200);
    const [auth, credentials, ...more] = hits();
    expect(more).toEqual([]);
    expectHeaders(auth, [...MADE, 'x-request-id']);
    expectHeaders(credentials, [...MADE, 'x-request-id']);
    expect(auth?.query).toEqual({ sucursal: rosa.office, user: rosa.username, password: rosa.password });
    expect(credentials?.query).toEqual({ token: rosa.token, sucursal: 'branch-LIMA' });
  });
});

describe('X-Forwarded-For', () => {
  const seenBehind = async (trusted: string, forwarded: string): Promise<unknown> => {
    const behind = await startGateway({ TRUST_PROXY: trusted });
    try {
      const browser = new Browser(behind);
      await browser.signIn(behind.legacy.users.ana);
      await browser.get('/api/clients', { 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https' });
      const [hit] = behind.legacy.hitsOf('/base/clients/');
      expect(hit?.headers['x-forwarded-proto']).toBe('http');
      return hit?.headers['x-forwarded-for'];
    } finally {
      await behind.close();
    }
  };

  it.each([
    ['127.0.0.0/8', '6.6.6.6, 190.1.2.3', '190.1.2.3'],
    ['127.0.0.0/8', '190.1.2.3', '190.1.2.3'],
    ['127.0.0.0/8,190.0.0.0/24', '6.6.6.6, 190.1.2.3', '190.1.2.3'],
    ['127.0.0.0/8,190.1.2.3', '6.6.6.6, 190.1.2.3', '6.6.6.6'],
    ['127.0.0.0/8', 'unknown', '127.0.0.1'],
    ['127.0.0.0/8', '190.1.2.3:4567', '127.0.0.1'],
    ['127.0.0.0/8', '<script>', '127.0.0.1'],
    ['127.0.0.0/8', '::ffff:190.1.2.3', '190.1.2.3'],
    ['10.0.0.0/8', '190.1.2.3', '127.0.0.1'],
    ['', '190.1.2.3', '127.0.0.1'],
  ])('G24: with %j trusted, %j is %j', async (trusted, forwarded, expected) => {
    expect(await seenBehind(trusted, forwarded)).toBe(expected);
  });
});

describe('headers of the browser’s response', () => {
  const NOISE = {
    'set-cookie': 'up=1',
    server: 'Legacy/1',
    'x-powered-by': 'PHP',
    'x-backend': 'pg-primary-7',
    via: '1.1 inside',
    'content-security-policy': 'none',
    'strict-transport-security': 'max-age=0',
    'x-frame-options': 'ALLOWALL',
    'cache-control': 'public, max-age=60',
    'access-control-allow-origin': '*',
    'clear-site-data': '"*"',
    'content-disposition': 'attachment; filename="x.exe"',
    refresh: '0; url=http://evil.example/',
    location: 'http://evil.example/',
    link: '<http://evil.example/>; rel=preload',
    'x-request-id': 'theirs',
    etag: '"pg-primary-7"',
    trailer: 'x-late',
  };
  const FOREIGN =
    /up=1|Legacy|PHP|pg-primary|inside|evil|max-age=\d|allow-origin|ALLOWALL|theirs|attachment|clear-site|x-late/i;

  it.each([
    ['GET /base/clients/', '/api/clients', []],
    ['GET /base/clients/7', '/api/clients/7', { id: 7 }],
    ['GET /api/users/LIMA', '/api/users', []],
  ])('C1 C5 G23: contain none of the headers of %s', async (route, path, value) => {
    gateway.legacy.on(route, (_hit, res) => {
      sendJson(res, 200, value, NOISE);
    });
    const response = await ana.get(path);
    gateway.legacy.on(route, undefined);
    expect(response.body).toEqual(value);
    expect(JSON.stringify(response.headers)).not.toMatch(FOREIGN);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it.each([400, 403, 404, 409, 500, 503])('G23: contain none of the headers of a response with %i', async (status) => {
    gateway.legacy.on('GET /base/clients/', (_hit, res) => {
      sendJson(res, status, {}, NOISE);
    });
    const response = await ana.get('/api/clients');
    gateway.legacy.on('GET /base/clients/', undefined);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(response.headers)).not.toMatch(FOREIGN);
  });
});
