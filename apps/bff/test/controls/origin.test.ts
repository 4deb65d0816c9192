import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser, kindOf } from '../support/browser.ts';
import { type Gateway, ORIGIN, startGateway } from '../support/gateway.ts';
import { ask, problemOf, requestBy } from '../support/wire.ts';

const OTHER = 'http://127.0.0.1:3000';

let gateway: Gateway;
let ana: Browser;
beforeAll(async () => {
  gateway = await startGateway({ PUBLIC_ORIGIN: `${ORIGIN},${OTHER}` });
  ana = new Browser(gateway);
  await ana.signIn(gateway.legacy.users.ana);
});
beforeEach(() => {
  gateway.legacy.hits.length = 0;
});
afterAll(() => gateway.close());

/** Sends exactly these headers with cookie and token: no fetch metadata unless given. */
async function outcome(method: 'GET' | 'POST', headers: readonly string[]): Promise<string | number | undefined> {
  const body = method === 'POST' ? '{"permissionsList":[]}' : '';
  const lines = [
    ...(method === 'POST' ? ['POST /api/permission/3 HTTP/1.1'] : ['GET /api/clients HTTP/1.1']),
    ...(headers.some((line) => line.startsWith('Host:')) ? [] : ['Host: localhost:3000']),
    `Cookie: ${ana.cookieHeader}`,
    `X-XSRF-TOKEN: ${ana.csrfToken}`,
    ...(method === 'POST' ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
    ...headers,
    '',
    body,
  ];
  return problemOf(await ask(gateway.port, lines.join('\r\n')));
}

const hits = () => gateway.legacy.hits.filter(({ path }) => path === '/api/permission/3' || path === '/base/clients/');

/** Written by hand: the result of a write and a read, by the origin that the browser states. */
const MATRIX: [what: string, headers: string[], change: string | number, read: string | number][] = [
  // Sec-Fetch-Site must allow the request, and an Origin, if sent, must be ours.
  ['our own page', ['Sec-Fetch-Site: same-origin', `Origin: ${ORIGIN}`], 200, 200],
  ['our own page, no Origin', ['Sec-Fetch-Site: same-origin'], 200, 200],
  ['our own page at our other origin', ['Sec-Fetch-Site: same-origin', `Origin: ${OTHER}`], 200, 200],
  [
    'a foreign Origin that claims to be same-origin',
    ['Sec-Fetch-Site: same-origin', 'Origin: http://evil.example'],
    'wrong-origin',
    'wrong-origin',
  ],
  [
    'an opaque Origin that claims to be same-origin',
    ['Sec-Fetch-Site: same-origin', 'Origin: null'],
    'wrong-origin',
    'wrong-origin',
  ],
  ['a sister site, without an Origin', ['Sec-Fetch-Site: same-site'], 'wrong-origin', 200],
  [
    'a script of a sister site',
    ['Sec-Fetch-Site: same-site', 'Origin: http://other.localhost:3000'],
    'wrong-origin',
    'wrong-origin',
  ],
  ['another site', ['Sec-Fetch-Site: cross-site'], 'wrong-origin', 'wrong-origin'],
  ['another site with our Origin', ['Sec-Fetch-Site: cross-site', `Origin: ${ORIGIN}`], 'wrong-origin', 'wrong-origin'],
  [
    'another site, following a link',
    ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate'],
    'wrong-origin',
    'wrong-origin',
  ],
  ['a person who typed the address', ['Sec-Fetch-Site: none'], 'wrong-origin', 200],
  ['a value nobody knows', ['Sec-Fetch-Site: near-by'], 'wrong-origin', 'wrong-origin'],
  ['an empty value', ['Sec-Fetch-Site:'], 'wrong-origin', 'wrong-origin'],
  ['another case', ['Sec-Fetch-Site: Same-Origin'], 'wrong-origin', 'wrong-origin'],
  ['two values in one', ['Sec-Fetch-Site: same-origin, cross-site'], 'wrong-origin', 'wrong-origin'],
  // Without Sec-Fetch-Site, the Origin decides.
  ['an older browser', [`Origin: ${ORIGIN}`], 200, 200],
  ['an older browser at our other origin', [`Origin: ${OTHER}`], 200, 200],
  ['another origin', ['Origin: http://evil.example'], 'wrong-origin', 'wrong-origin'],
  ['another port', ['Origin: http://localhost:3001'], 'wrong-origin', 'wrong-origin'],
  ['another scheme', ['Origin: https://localhost:3000'], 'wrong-origin', 'wrong-origin'],
  ['a longer name', [`Origin: ${ORIGIN}.evil.example`], 'wrong-origin', 'wrong-origin'],
  ['a name that ends like ours', ['Origin: http://evil-localhost:3000'], 'wrong-origin', 'wrong-origin'],
  ['another case of it', ['Origin: HTTP://LOCALHOST:3000'], 'wrong-origin', 'wrong-origin'],
  ['a final slash', [`Origin: ${ORIGIN}/`], 'wrong-origin', 'wrong-origin'],
  ['an opaque origin', ['Origin: null'], 'wrong-origin', 'wrong-origin'],
  ['an opaque origin with our Referer', ['Origin: null', `Referer: ${ORIGIN}/clients`], 'wrong-origin', 'wrong-origin'],
  ['an empty Origin with our Referer', ['Origin:', `Referer: ${ORIGIN}/clients`], 'wrong-origin', 'wrong-origin'],
  ['both our origins at once', [`Origin: ${ORIGIN}, ${OTHER}`], 'wrong-origin', 'wrong-origin'],
  // Without an Origin, the Referer decides.
  ['a Referer alone', [`Referer: ${ORIGIN}/permissions?x=1`], 200, 200],
  ['the Referer of another site', ['Referer: http://evil.example/'], 'wrong-origin', 200],
  ['our origin within another Referer', [`Referer: http://evil.example/?${ORIGIN}/`], 'wrong-origin', 200],
  ['our origin as a user of another', [`Referer: ${ORIGIN}@evil.example/`], 'wrong-origin', 200],
  ['a Referer that is no address', ['Referer: localhost:3000'], 'wrong-origin', 200],
  ['nothing at all', [], 'wrong-origin', 200],
  // Headers of proxies do not matter, and neither does the Host.
  [
    'a forwarded host',
    ['Origin: http://evil.example', 'X-Forwarded-Host: evil.example'],
    'wrong-origin',
    'wrong-origin',
  ],
  ['a Host like the Origin', ['Host: evil.example', 'Origin: http://evil.example'], 'wrong-origin', 'wrong-origin'],
  [
    'a Forwarded like the Origin',
    ['Origin: http://evil.example', 'Forwarded: host=evil.example;proto=http'],
    'wrong-origin',
    'wrong-origin',
  ],
  ['a forwarded host that is not ours', [`Origin: ${ORIGIN}`, 'X-Forwarded-Host: evil.example'], 200, 200],
];

describe('the origin of a request', () => {
  it.each(MATRIX)('G15: a write from %s', async (_what, headers, change) => {
    expect(await outcome('POST', headers)).toBe(change);
    expect(hits()).toHaveLength(change === 200 ? 1 : 0);
  });

  it.each(MATRIX)('G15: a read from %s', async (_what, headers, _change, read) => {
    expect(await outcome('GET', headers)).toBe(read);
    expect(hits()).toHaveLength(read === 200 ? 1 : 0);
  });

  it('G15: ignores a forwarded host behind a trusted proxy', async () => {
    const behind = await startGateway({ TRUST_PROXY: '127.0.0.0/8' });
    try {
      const browser = new Browser(behind);
      await browser.signIn(behind.legacy.users.ana);
      const save = (origin: string) =>
        browser.post(
          '/api/permission/3',
          { permissionsList: [] },
          { 'sec-fetch-site': '', origin, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
        );
      expect(kindOf(await save('http://evil.example'))).toBe('wrong-origin');
      expect(behind.legacy.hitsOf('/api/permission/3')).toHaveLength(0);
      expect((await save(ORIGIN)).status).toBe(200);
    } finally {
      await behind.close();
    }
  });

  it('G15: no link from another site reaches an operation, but every page can be opened', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    for (const path of ['/api/auth/session', '/api/clients', '/api/events', '/tiles/1/1/1'])
      expect(kindOf(await ana.get(path, headers))).toBe('wrong-origin');
    expect((await ana.get('/clients', { ...headers, accept: 'text/html' })).status).toBe(200);
  });
});

describe('other origins', () => {
  it.each([
    ['POST', '/api/permission/4'],
    ['GET', '/api/clients'],
    ['DELETE', '/api/permission/4'],
    ['POST', '/api/auth/login'],
    ['GET', '/'],
    ['GET', '/no/such'],
  ])('G17: a preflight for %s %s allows nothing', async (method, path) => {
    const response = await request(gateway.server)
      .options(path)
      .set({
        origin: 'http://evil.example',
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type, x-xsrf-token',
        'access-control-request-private-network': 'true',
      })
      .ok(() => true);
    expect([404, 405]).toContain(response.status);
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(gateway.legacy.hits).toEqual([]);
  });

  it('G17: a response to a foreign request has no CORS headers', async () => {
    const response = await ana.get('/api/config', { 'sec-fetch-site': '', origin: ORIGIN });
    expect(response.status).toBe(200);
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(response.headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});

describe('credentials in a URL', () => {
  it.each([
    'GET /api/auth/session?token=abc',
    'GET /api/clients?access_token=abc',
    'GET /api/clients?user=ana&password=x',
    'GET /api/clients?a=1&clave=x',
    'GET /api/clients?p%61ssword=x',
    'GET /api/users/LIMA?jwt=x',
    'GET /api/events?authorization=Bearer%20x',
    'GET /tiles/1/1/1?secret=x',
  ])('G18: refuses %s before anything is looked up', async (line) => {
    // Late enough that the user would be requested again.
    gateway.advance(5 * 60_000);
    expect(problemOf(await ask(gateway.port, requestBy(ana, `${line} HTTP/1.1`)))).toBe('invalid-request');
    expect([gateway.legacy.hits, gateway.dispatch.hits, gateway.tiles.hits]).toEqual([[], [], []]);
    const stranger = [`${line} HTTP/1.1`, 'Host: localhost', '', ''].join('\r\n');
    expect(problemOf(await ask(gateway.port, stranger))).toBe('invalid-request');
    expect((await ana.get('/api/clients')).status).toBe(200);
    expect(gateway.legacy.hitsOf('/base/clients/')).toHaveLength(1);
  });

  it('G18: refuses a login by URL', async () => {
    const { username, password } = gateway.legacy.users.ana;
    const query = new URLSearchParams({ sucursal: 'LIMA', username, password }).toString();
    expect(kindOf(await ana.post(`/api/auth/login?${query}`))).toBe('invalid-request');
    expect(kindOf(await ana.get(`/api/auth/login?${query}`))).toBe('method-not-allowed');
    expect(gateway.legacy.hits).toEqual([]);
  });
});
