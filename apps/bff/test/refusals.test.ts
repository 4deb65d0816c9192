import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser, kindOf } from './support/browser.ts';
import { type Gateway, ORIGIN, startGateway } from './support/gateway.ts';
import { dial, problemOf, requestBy } from './support/wire.ts';

type Who = 'gloria' | 'ana';

let gateway: Gateway;
const browsers = {} as Record<Who, Browser>;
beforeAll(async () => {
  gateway = await startGateway();
  for (const who of ['gloria', 'ana'] as const) {
    browsers[who] = new Browser(gateway);
    await browsers[who].signIn(gateway.legacy.users[who]);
  }
});
beforeEach(() => {
  gateway.legacy.hits.length = 0;
  gateway.dispatch.hits.length = 0;
  gateway.tiles.hits.length = 0;
});
afterAll(() => gateway.close());

const upstreamHits = () => gateway.legacy.hits.length + gateway.dispatch.hits.length + gateway.tiles.hits.length;

describe('requests from another site', () => {
  const save = (headers: Record<string, string>) =>
    browsers.gloria.post('/api/permission/4', { permissionsList: [] }, headers);
  it.each([
    ['same-origin', { 'sec-fetch-site': 'same-origin', origin: '' }, 200],
    ['cross-site', { 'sec-fetch-site': 'cross-site' }, 'wrong-origin'],
    ['same-site', { 'sec-fetch-site': 'same-site' }, 'wrong-origin'],
    ['an address typed by hand', { 'sec-fetch-site': 'none' }, 'wrong-origin'],
    ['an older browser of ours', { 'sec-fetch-site': '', origin: ORIGIN }, 200],
    [
      'an older browser with a referer alone',
      { 'sec-fetch-site': '', origin: '', referer: `${ORIGIN}/permissions` },
      200,
    ],
    ['another origin', { 'sec-fetch-site': '', origin: 'http://evil.example' }, 'wrong-origin'],
    ['a longer origin', { 'sec-fetch-site': '', origin: `${ORIGIN}.evil.example` }, 'wrong-origin'],
    ['an opaque origin', { 'sec-fetch-site': '', origin: 'null', referer: `${ORIGIN}/` }, 'wrong-origin'],
    ['no origin at all', { 'sec-fetch-site': '', origin: '' }, 'wrong-origin'],
    [
      'a forwarded host',
      { 'sec-fetch-site': '', origin: 'http://evil.example', 'x-forwarded-host': 'evil.example', host: 'evil.example' },
      'wrong-origin',
    ],
  ])('C2: a write from %s', async (_what, headers, outcome) => {
    const response = await save(headers);
    expect(response.status === 200 ? 200 : kindOf(response)).toBe(outcome);
    expect(gateway.legacy.hitsOf('/api/permission/4')).toHaveLength(outcome === 200 ? 1 : 0);
  });

  it('refuses a cross-site read, and allows one of the same site', async () => {
    expect(kindOf(await browsers.ana.get('/api/clients', { 'sec-fetch-site': 'cross-site' }))).toBe('wrong-origin');
    expect((await browsers.ana.get('/api/clients', { 'sec-fetch-site': 'same-site' })).status).toBe(200);
  });

  it('answers a foreign preflight without CORS headers (G17)', async () => {
    const response = await request(gateway.server)
      .options('/api/permission/4')
      .set({ origin: 'http://evil.example', 'access-control-request-method': 'POST' })
      .ok(() => true);
    expect(response.status).toBe(405);
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('the csrf token', () => {
  const save = (headers: Record<string, string>, body: object = {}) =>
    browsers.gloria.post('/api/permission/4', { permissionsList: [], ...body }, headers);

  it('C2 S33: accepts the cookie’s token in the header', async () => {
    expect((await save({})).status).toBe(200);
  });

  it('C2: rejects tokens of another session, chosen pairs, and tokens in query or body', async () => {
    const own = browsers.gloria.csrfToken;
    expect(kindOf(await save({ 'x-xsrf-token': browsers.ana.csrfToken }))).toBe('wrong-csrf-token');
    expect(
      kindOf(
        await save({ 'x-xsrf-token': 'abc', cookie: `${browsers.gloria.cookieHeader}; XSRF-TOKEN=abc; _csrf=abc` }),
      ),
    ).toBe('wrong-csrf-token');
    expect(kindOf(await save({ 'x-xsrf-token': '' }, { _csrf: own }))).toBe('wrong-csrf-token');
    expect(
      kindOf(
        await browsers.gloria.post(
          `/api/permission/4?_csrf=${own}`,
          {},
          { 'x-xsrf-token': '', 'csrf-token': own, 'x-csrf-token': own },
        ),
      ),
    ).toBe('wrong-csrf-token');
    expect(upstreamHits()).toBe(0);
  });

  it('C2: refuses a login without a token or without a session', async () => {
    const body = { sucursal: 'LIMA', username: 'ana', password: 'x' };
    expect(kindOf(await new Browser(gateway).post('/api/auth/login', body, { 'x-xsrf-token': 'a-b' }))).toBe(
      'wrong-csrf-token',
    );
    expect(upstreamHits()).toBe(0);
  });
});

describe('requests that break their contract', () => {
  const save = (body: object, headers: Record<string, string> = {}) =>
    browsers.gloria.post('/api/permission/4', body, headers);
  const text = (body: string, headers: Record<string, string> = {}) =>
    request(gateway.server)
      .post('/api/permission/4')
      .set({
        cookie: browsers.gloria.cookieHeader,
        'sec-fetch-site': 'same-origin',
        'x-xsrf-token': browsers.gloria.csrfToken,
        'content-type': 'application/json',
        ...headers,
      })
      .send(body)
      .ok(() => true);

  it.each([
    ['no list', {}],
    ['an unknown field', { permissionsList: [], charge: 'S' }],
    ['an invalid code', { permissionsList: [{ module: '../x' }] }],
    ['too many', { permissionsList: Array.from({ length: 201 }, () => ({ module: 'D01' })) }],
    ['another type', { permissionsList: 'G01' }],
  ])('C5: answers %s with a 400 that names the field', async (_what, body) => {
    const response = await save(body);
    expect(kindOf(response)).toBe('invalid-request');
    expect((response.body as { errors: { field: string }[] }).errors[0]?.field).toMatch(/^body/);
    expect(gateway.legacy.hitsOf('/api/permission/4')).toHaveLength(0);
  });

  it.each([
    ['a prototype key', '{"permissionsList":[],"__proto__":{"charge":"S"}}', {}, 'invalid-request'],
    ['half a document', '{"permissionsList":', {}, 'invalid-request'],
    ['a form', 'permissionsList=', { 'content-type': 'application/x-www-form-urlencoded' }, 'wrong-type'],
    ['text', '{"permissionsList":[]}', { 'content-type': 'text/plain' }, 'wrong-type'],
    ['something compressed', 'x', { 'content-encoding': 'gzip' }, 'wrong-type'],
    ['too much', `{"permissionsList":[],"basedOn":["${'x'.repeat(20_000)}"]}`, {}, 'too-large'],
  ])('C5: refuses %s', async (_what, body, headers, kind) => {
    expect(kindOf(await text(body, headers))).toBe(kind);
    expect(upstreamHits()).toBe(0);
  });

  it('G16: refuses a body that announces more than its row allows, before reading it', async () => {
    const padded = (bytes: number) => `${'{"permissionsList":[]'.padEnd(bytes - 1)}}`;
    expect((await text(padded(16 * 1024))).status).toBe(200);
    const wire = dial(gateway.port);
    wire.write(
      requestBy(browsers.gloria, 'POST /api/permission/4 HTTP/1.1', [
        'Content-Type: application/json',
        `Content-Length: ${16 * 1024 + 1}`,
      ]),
    );
    expect((await wire.answered(1)).map(problemOf)).toEqual(['too-large']);
    wire.socket.destroy();
  });

  it.each([
    '/api/users?officeId=LIMA',
    '/api/auth/session?token=abc',
    '/api/clients?user=ana&password=x',
    '/api/permission/4?officeId=LIMA&officeId=CUSCO',
    '/api/permission/4?__proto__=1',
    '/api/permission/4?x=1',
  ])('C5: refuses an unknown query: %s', async (path) => {
    const response = path.includes('permission')
      ? await browsers.ana.post(path, { permissionsList: [] })
      : await browsers.ana.get(path);
    expect(kindOf(response)).toBe('invalid-request');
    expect(upstreamHits()).toBe(0);
  });

  it('C5: refuses a body where none is expected', async () => {
    const response = await browsers.ana.post('/api/auth/logout', { everywhere: true });
    expect(kindOf(response)).toBe('invalid-request');
  });

  it.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/unknown'],
    ['GET', '/api/users/'],
    ['GET', '/api/Users'],
    ['GET', '/api/auth'],
    ['GET', '/api/auth/credentials'],
    ['GET', '/api/usersx'],
    ['GET', '/API/users'],
  ])('C5: does not serve %s %s', async (_method, path) => {
    expect((await browsers.ana.get(path)).status).toBe(404);
    expect(upstreamHits()).toBe(0);
  });

  it.each(['put', 'patch', 'delete', 'head', 'options', 'trace', 'propfind'] as const)(
    'C5: answers %s on a known path with a 405',
    async (method) => {
      const agent = request(gateway.server);
      const response = await agent[method]('/api/users')
        .set('cookie', browsers.ana.cookieHeader)
        .ok(() => true);
      expect(response.status).toBe(405);
      expect(response.headers['allow']).toBe('GET');
    },
  );

  it('refuses an address longer than two thousand characters', async () => {
    expect(kindOf(await browsers.ana.get(`/api/users/${'x'.repeat(2100)}`))).toBe('address-too-long');
  });
});

describe('the rate limit of a session', () => {
  it('answers 429 with Retry-After above the limit, only for that session', async () => {
    const slow = await startGateway({ REQUESTS_PER_MINUTE: '5' });
    try {
      const [one, other] = [new Browser(slow), new Browser(slow)];
      await one.signIn(slow.legacy.users.ana);
      await other.signIn(slow.legacy.users.rosa);
      const statuses: number[] = [];
      for (let turn = 0; turn < 6; turn += 1) statuses.push((await one.get('/api/storage')).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      const refused = await one.get('/api/storage');
      expect(kindOf(refused)).toBe('too-many-requests');
      expect(refused.headers['retry-after']).toBe('12');
      expect((await other.get('/api/storage')).status).toBe(200);
      slow.advance(13_000);
      expect((await one.get('/api/storage')).status).toBe(200);
    } finally {
      await slow.close();
    }
  });
});
