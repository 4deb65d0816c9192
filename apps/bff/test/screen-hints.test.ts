import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from './support/browser.ts';
import { type Gateway, startGateway } from './support/gateway.ts';

const DESK =
  '</theme.js>; rel=preload; as=script, </assets/main-abc123.js>; rel=modulepreload, </assets/desk-abc123.css>; rel=preload; as=style; crossorigin';
const HTML = { accept: 'text/html' };

let gateway: Gateway;
let browser: Browser;
beforeEach(async () => {
  gateway = await startGateway();
  browser = new Browser(gateway);
});
afterEach(() => gateway.close());

const linkAt = async (path: string): Promise<string | undefined> => (await browser.get(path, HTML)).headers['link'];

describe('S1: the files of a screen', () => {
  it('are named to a signed-in user, in a response that no shared cache stores', async () => {
    await browser.signIn(gateway.legacy.users.ana);
    const { status, headers } = await browser.get('/assing', HTML);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ link: DESK, 'cache-control': 'private, no-cache' });
    expect(headers['vary']).toBe('Cookie, Accept-Encoding');
    expect(headers['set-cookie']).toBeUndefined();
    expect(await linkAt('/clients/7')).toBe('</assets/main-abc123.js>; rel=modulepreload');
  });

  it('are not named on other pages, in files or by the API', async () => {
    await browser.signIn(gateway.legacy.users.ana);
    for (const path of ['/', '/auth/login', '/assing/7', '/ASSING', '/clients', '/r', '/assets/main-abc123.js'])
      expect([path, await linkAt(path)]).toEqual([path, undefined]);
    expect((await browser.get('/api/auth/session')).headers['link']).toBeUndefined();
  });

  it('are not named without a session', async () => {
    const { headers } = await browser.get('/assing', HTML);
    expect([headers['link'], headers['vary']]).toEqual([undefined, 'Cookie, Accept-Encoding']);
  });

  it('are not named in an anonymous session, whose cookie has the same name', async () => {
    await browser.get('/api/auth/session');
    expect(browser.cookies.has('despacho')).toBe(true);
    expect(await linkAt('/assing')).toBeUndefined();
  });

  it('are not named with an invented cookie', async () => {
    const cookie = `despacho=${'a'.repeat(43)}`;
    expect((await browser.get('/assing', { ...HTML, cookie })).headers['link']).toBeUndefined();
  });

  it('are not named after the session expired', async () => {
    await browser.signIn(gateway.legacy.users.ana);
    expect(await linkAt('/assing')).toBe(DESK);
    gateway.advance(31 * 60_000);
    expect(await linkAt('/assing')).toBeUndefined();
  });

  it('are not named after a sign-out, not even with the old cookie', async () => {
    await browser.signIn(gateway.legacy.users.ana);
    const before = browser.cookieHeader;
    await browser.post('/api/auth/logout');
    expect((await browser.get('/assing', { ...HTML, cookie: before })).headers['link']).toBeUndefined();
  });

  it('are not named while the session store is down, and the page opens', async () => {
    await browser.signIn(gateway.legacy.users.ana);
    gateway.services.sessions.open = () => Promise.reject(new Error('down'));
    const { status, headers } = await browser.get('/assing', HTML);
    expect([status, headers['link']]).toEqual([200, undefined]);
  });

  it('are not confirmed by a 304 of the other response', async () => {
    const out = await browser.get('/assing', HTML);
    await browser.signIn(gateway.legacy.users.ana);
    const inside = await browser.get('/assing', HTML);
    const [outside, signedIn] = [out, inside].map(({ headers }) => String(headers['etag']));
    expect(outside).not.toBe(signedIn);
    const again = await browser.get('/assing', { ...HTML, 'if-none-match': signedIn ?? '' });
    expect([again.status, again.headers['link']]).toEqual([304, DESK]);
    const other = await new Browser(gateway).get('/assing', { ...HTML, 'if-none-match': signedIn ?? '' });
    expect([other.status, other.headers['link']]).toEqual([200, undefined]);
  });

  it('do not extend a session', async () => {
    await browser.signIn(gateway.legacy.users.ana);
    gateway.advance(20 * 60_000);
    expect(await linkAt('/assing')).toBe(DESK);
    gateway.advance(11 * 60_000);
    expect(await linkAt('/assing')).toBeUndefined();
  });
});

it('S1: names the files of a screen below the configured base path', async () => {
  const below = await startGateway({ BASE_PATH: '/despacho' });
  try {
    const inside = new Browser(below);
    await inside.get('/despacho/api/auth/session');
    const { office: sucursal, username, password } = below.legacy.users.ana;
    await inside.post('/despacho/api/auth/login', { sucursal, username, password });
    const { headers } = await inside.get('/despacho/clients/7', HTML);
    expect(headers['link']).toBe('</despacho/assets/main-abc123.js>; rel=modulepreload');
  } finally {
    await below.close();
  }
});
