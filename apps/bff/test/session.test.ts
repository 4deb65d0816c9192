import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Browser, kindOf, setCookies } from './support/browser.ts';
import { sendJson } from './support/fake-upstream.ts';
import { type Gateway, startGateway } from './support/gateway.ts';

const MINUTE = 60_000;
const CREDENTIALS = '/base/auth/credentials';

let gateway: Gateway;
beforeEach(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.close());

const signedIn = async (name: keyof Gateway['legacy']['users'] = 'ana') => {
  const browser = new Browser(gateway);
  expect((await browser.signIn(gateway.legacy.users[name])).status).toBe(200);
  return browser;
};

describe('before login', () => {
  it('S5: without a session the probe is 401 and sets a csrf token for the login form', async () => {
    const browser = new Browser(gateway);
    const response = await browser.get('/api/auth/session');
    expect(response.status).toBe(401);
    expect(kindOf(response)).toBe('no-session');
    expect(browser.csrfToken).not.toBe('');
    expect(gateway.legacy.hits).toHaveLength(0);
  });

  it('keeps the anonymous session for exactly fifteen minutes', async () => {
    const browser = new Browser(gateway);
    await browser.get('/api/auth/session');
    gateway.advance(14 * MINUTE);
    expect((await browser.copy().signIn(gateway.legacy.users.ana)).status).toBe(200);
    const late = new Browser(gateway);
    await late.get('/api/auth/session');
    gateway.advance(16 * MINUTE);
    expect(kindOf(await late.signIn(gateway.legacy.users.ana))).toBe('wrong-csrf-token');
  });

  it('G3: never adopts an id it did not issue', async () => {
    const browser = new Browser(gateway);
    const invented = 'A'.repeat(43);
    browser.cookies.set('despacho', invented);
    expect((await browser.get('/api/auth/session')).status).toBe(401);
    expect(browser.cookies.get('despacho')).toMatch(/^[\w-]{43}$/);
    expect(browser.cookies.get('despacho')).not.toBe(invented);
  });
});

describe('login', () => {
  it('S29: POST login makes the only query-string call, and the browser sends no query', async () => {
    await signedIn();
    const [hit, ...more] = gateway.legacy.hitsOf('/base/auth');
    expect(more).toHaveLength(0);
    expect(hit?.method).toBe('GET');
    expect(hit?.query).toEqual({ sucursal: 'LIMA', user: 'ana', password: 'contraseña de ana' });
  });

  it.each(['a b+c%20&d=e#f', 'ñandú €𝄞', '"quotes" \\ /', ' spaces around ', '%', '\u0000\t'])(
    'S29: passes the password unchanged: %j',
    async (password) => {
      gateway.legacy.users.ana.password = password;
      const browser = await signedIn();
      expect(gateway.legacy.hitsOf('/base/auth')[0]?.query['password']).toBe(password);
      expect(gateway.legacy.hitsOf('/base/auth')[0]?.rawQuery).not.toContain('+');
      expect((await browser.get('/api/auth/session')).status).toBe(200);
    },
  );

  it('C3: the session cookie is httpOnly, strict and host-wide; XSRF-TOKEN is the other', async () => {
    const browser = new Browser(gateway);
    await browser.get('/api/auth/session');
    const cookies = setCookies(await browser.signIn(gateway.legacy.users.ana));
    expect(cookies.map((line) => line.replace(/=[^;]*/, '=…')).sort()).toEqual([
      'XSRF-TOKEN=…; Path=/; SameSite=Strict',
      'despacho=…; Path=/; HttpOnly; SameSite=Strict',
    ]);
  });

  it('C3: over https the cookie is Secure and has the __Host- prefix', async () => {
    const secure = await startGateway({ PUBLIC_ORIGIN: 'https://despacho.example.pe' });
    try {
      const response = await new Browser(secure).get('/api/auth/session');
      expect(
        setCookies(response)
          .map((line) => line.replace(/=[^;]*/, '=…'))
          .sort(),
      ).toEqual([
        'XSRF-TOKEN=…; Path=/; Secure; SameSite=Strict',
        '__Host-despacho=…; Path=/; HttpOnly; Secure; SameSite=Strict',
      ]);
      expect(response.headers['strict-transport-security']).toContain('max-age=63072000');
    } finally {
      await secure.close();
    }
  });

  it('G4: replaces the id and the csrf secret; the anonymous ones are rejected', async () => {
    const browser = new Browser(gateway);
    await browser.get('/api/auth/session');
    const before = browser.copy();
    await browser.signIn(gateway.legacy.users.ana);
    expect(browser.cookies.get('despacho')).not.toBe(before.cookies.get('despacho'));
    expect(kindOf(await before.signIn(gateway.legacy.users.ana))).toBe('wrong-csrf-token');
    expect((await browser.get('/api/storage')).status).toBe(200);
    expect(kindOf(await browser.post('/api/auth/logout', undefined, { 'x-xsrf-token': before.csrfToken }))).toBe(
      'wrong-csrf-token',
    );
  });

  it.each([
    [400, 'wrong-credentials'],
    [401, 'wrong-credentials'],
    [403, 'wrong-credentials'],
    [404, 'wrong-credentials'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [502, 'unavailable'],
    [504, 'upstream-timeout'],
    [302, 'upstream-broken'],
  ])('S29: an auth host that answers %i is a %s problem', async (status, kind) => {
    gateway.legacy.on('GET /base/auth', (_hit, res) => {
      sendJson(res, status, { message: 'dentro' }, { location: 'http://evil.example/' });
    });
    const response = await new Browser(gateway).signIn(gateway.legacy.users.ana);
    expect(kindOf(response)).toBe(kind);
    expect(response.text).not.toContain('dentro');
    expect(response.headers['location']).toBeUndefined();
  });

  it('S29: fails without a token, or with one that the credentials call refuses', async () => {
    const failures: string[] = [];
    gateway.legacy.on('GET /base/auth', (_hit, res) => {
      sendJson(res, 200, { ok: true });
    });
    failures.push((await new Browser(gateway).signIn(gateway.legacy.users.ana)).text);
    gateway.legacy.on('GET /base/auth', undefined);
    gateway.legacy.on(`GET ${CREDENTIALS}`, (_hit, res) => {
      sendJson(res, 401, {});
    });
    failures.push((await new Browser(gateway).signIn(gateway.legacy.users.ana)).text);
    gateway.legacy.on(`GET ${CREDENTIALS}`, undefined);
    failures.push((await new Browser(gateway).signIn({ ...gateway.legacy.users.ana, password: 'otra' })).text);
    failures.push((await new Browser(gateway).signIn({ ...gateway.legacy.users.ana, username: 'nobody' })).text);
    const alike = new Set(failures.map((text) => text.replace(/"requestId":"[^"]*"/, '')));
    expect([...alike]).toEqual([expect.stringContaining('wrong-credentials')]);
  });

  it('S29: an unreachable auth host is not a wrong password', async () => {
    await gateway.legacy.close();
    expect(kindOf(await new Browser(gateway).signIn(gateway.legacy.users.ana))).toBe('upstream-unreachable');
  });

  it('ends the earlier session of the same browser', async () => {
    const browser = await signedIn('ana');
    const before = browser.copy();
    await browser.signIn(gateway.legacy.users.rosa);
    expect((await browser.get('/api/auth/session')).body).toMatchObject({ username: 'rosa' });
    expect((await before.get('/api/auth/session')).status).toBe(401);
  });
});

describe('the credentials call', () => {
  it('S30: the probe returns only the named fields', async () => {
    const browser = await signedIn();
    const response = await browser.get('/api/auth/session');
    expect(response.body).toEqual({
      id: '1',
      username: 'ana',
      user: 'Nombre de ana',
      isNamed: true,
      charge: 'S',
      sucursal: 'LIMA',
      officeId: { id: 'LIMA' },
      permissionsList: ['D01', 'M01', 'U01', 'T02', 'G01', '000'].map((module) => ({ module })),
      idleEndsAt: expect.stringMatching(/Z$/) as string,
      endsAt: expect.stringMatching(/Z$/) as string,
    });
    expect(gateway.legacy.hitsOf(CREDENTIALS)[0]?.query).toEqual({
      token: gateway.legacy.users.ana.token,
      sucursal: 'branch-LIMA',
    });
  });

  it('S30: sends no sucursal if the login response had no branch token', async () => {
    const { token } = gateway.legacy.users.ana;
    gateway.legacy.on('GET /base/auth', (_hit, res) => {
      sendJson(res, 200, { token });
    });
    await signedIn();
    expect(gateway.legacy.hitsOf(CREDENTIALS)[0]?.query).toEqual({ token });
  });

  it('S5: five tabs opened together share one exchange', async () => {
    const browser = await signedIn();
    gateway.advance(10_000);
    const before = gateway.legacy.hitsOf(CREDENTIALS).length;
    const answers = await Promise.all(Array.from({ length: 5 }, () => browser.get('/api/auth/session')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(gateway.legacy.hitsOf(CREDENTIALS)).toHaveLength(before + 1);
  });

  it('S5: a page that opens later reads the user again', async () => {
    const browser = await signedIn('rosa');
    gateway.legacy.users.rosa.modules = ['000'];
    gateway.advance(5000);
    expect((await browser.get('/api/auth/session')).body).toMatchObject({ permissionsList: [{ module: '000' }] });
  });

  it('a revoked permission stops working within a minute, without a new login', async () => {
    const browser = await signedIn('rosa');
    expect((await browser.get('/api/clients')).status).toBe(200);
    gateway.legacy.users.rosa.modules = ['T02'];
    gateway.advance(61_000);
    expect(kindOf(await browser.get('/api/clients'))).toBe('no-module');
  });

  it.each([401, 403])('S5: only a refusal of the credentials call (%i) ends the session', async (status) => {
    const browser = await signedIn();
    gateway.legacy.on(`GET ${CREDENTIALS}`, (_hit, res) => {
      sendJson(res, status, {});
    });
    gateway.advance(10_000);
    expect(kindOf(await browser.get('/api/auth/session'))).toBe('session-ended');
    gateway.legacy.on(`GET ${CREDENTIALS}`, undefined);
    expect((await browser.get('/api/auth/session')).status).toBe(401);
  });

  it('S5: the response that reports the end sets the token for the login form', async () => {
    const browser = await signedIn();
    gateway.legacy.on(`GET ${CREDENTIALS}`, (_hit, res) => {
      sendJson(res, 401, {});
    });
    gateway.advance(10_000);
    await browser.get('/api/auth/session');
    gateway.legacy.on(`GET ${CREDENTIALS}`, undefined);
    expect((await browser.signIn(gateway.legacy.users.ana)).status).toBe(200);
  });

  it.each([
    ['500', 'unavailable', (status: number) => status === 503],
    ['404', 'unavailable', (status: number) => status === 503],
    ['garbage', 'upstream-broken', (status: number) => status === 502],
    ['reset', 'upstream-unreachable', (status: number) => status === 502],
    ['silence', 'upstream-timeout', (status: number) => status === 504],
  ])('S5: an outage (%s) keeps the session and answers %s', async (fault, kind, expected) => {
    const browser = await signedIn();
    gateway.advance(10_000);
    gateway.legacy.on(`GET ${CREDENTIALS}`, (_hit, res, req) => {
      if (fault === 'garbage') res.end('<html>');
      else if (fault === 'reset') req.socket.destroy();
      else if (fault !== 'silence') sendJson(res, Number(fault), {});
    });
    const failed = await browser.get('/api/auth/session');
    expect(kindOf(failed)).toBe(kind);
    expect(expected(failed.status)).toBe(true);
    gateway.legacy.on(`GET ${CREDENTIALS}`, undefined);
    expect((await browser.get('/api/auth/session')).status).toBe(200);
  });
});

describe('the lifetime of a session', () => {
  it('S5: ends after thirty idle minutes', async () => {
    const browser = await signedIn();
    gateway.advance(29 * MINUTE);
    expect((await browser.get('/api/storage')).status).toBe(200);
    gateway.advance(29 * MINUTE);
    expect((await browser.get('/api/storage')).status).toBe(200);
    gateway.advance(31 * MINUTE);
    expect((await browser.get('/api/storage')).status).toBe(401);
  });

  it('G5: is not extended by background requests', async () => {
    const browser = await signedIn();
    gateway.advance(20 * MINUTE);
    expect((await browser.get('/api/storage', { 'x-despacho-background': '1' })).status).toBe(200);
    gateway.advance(11 * MINUTE);
    expect((await browser.get('/api/storage', { 'x-despacho-background': '1' })).status).toBe(401);
  });

  it('ends after twelve hours, however much it is used', async () => {
    const browser = await signedIn();
    for (let passed = 0; passed < 12 * 60 - 20; passed += 20) {
      gateway.advance(20 * MINUTE);
      expect((await browser.get('/api/storage')).status).toBe(200);
    }
    gateway.advance(21 * MINUTE);
    expect((await browser.get('/api/storage')).status).toBe(401);
  });

  it('is part of the session response', async () => {
    const browser = await signedIn();
    const { idleEndsAt, endsAt } = (await browser.get('/api/auth/session')).body as {
      idleEndsAt: string;
      endsAt: string;
    };
    expect(Date.parse(idleEndsAt) - Date.now()).toBeGreaterThan(29 * MINUTE);
    expect(Date.parse(endsAt) - Date.now()).toBeGreaterThan(719 * MINUTE);
  });
});

describe('logout', () => {
  it('S7: destroys the session, expires cookies, clears only the cache, and is repeatable', async () => {
    const browser = await signedIn();
    const replay = browser.copy();
    const response = await browser.post('/api/auth/logout');
    expect(response.status).toBe(204);
    expect(response.headers['clear-site-data']).toBe('"cache"');
    expect(
      setCookies(response)
        .map((line) => line.split(';')[0])
        .sort(),
    ).toEqual(['XSRF-TOKEN=', 'despacho=']);
    expect((await replay.get('/api/storage')).status).toBe(401);
    expect((await replay.post('/api/auth/logout')).status).toBe(204);
    expect((await new Browser(gateway).post('/api/auth/logout')).status).toBe(204);
  });

  it('a pending request cannot restore the session', async () => {
    const browser = await signedIn();
    const { token } = gateway.legacy.users.ana;
    gateway.advance(10_000);
    const [asked, signedOut] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    gateway.legacy.on(`GET ${CREDENTIALS}`, async (_hit, res) => {
      asked.resolve(undefined);
      await signedOut.promise;
      sendJson(res, 200, { token, charge: 'S', officeId: { id: 'LIMA' }, user: 'Ana', permissionsList: [] });
    });
    const slow = browser.copy().get('/api/auth/session');
    await asked.promise;
    await browser.copy().post('/api/auth/logout');
    signedOut.resolve(undefined);
    await slow;
    expect((await browser.get('/api/storage')).status).toBe(401);
  });
});
