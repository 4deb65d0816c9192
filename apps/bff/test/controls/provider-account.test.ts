import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '#policy/table.ts';
import { type RoutePolicy } from '#policy/policy.ts';
import { type OperationId } from '@despacho/contracts/operations';
import { Browser, kindOf } from '../support/browser.ts';
import { type Gateway } from '../support/gateway.ts';
import { type LyingProvider, nowSeconds } from '../support/lying-provider.ts';
import { type FakeLinks } from '../support/provider-service.ts';
import { finish, signIn, startWithProviders, visitor } from '../support/provider-visits.ts';
import { send } from '../support/send.ts';
import { isUnsafe, operationOf } from '../support/sweep.ts';

let gateway: Gateway;
let provider: LyingProvider;
let links: FakeLinks;
let reset: () => void;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ gateway, provider, links, reset, close } = await startWithProviders());
  Object.assign(gateway.legacy.users.ana, { ruc: '20100066603' });
});
beforeEach(() => reset());
afterAll(() => close());

const events = (name: string) => gateway.logLines().filter(({ event }) => event === name);
const liveOf = (browser: Browser) => gateway.services.sessions.open(browser.cookies.get('despacho'));

/** A browser signed in as ana, whose last proof was of this kind. */
async function signedIn(by: 'password' | 'factor' | 'recovery' = 'factor'): Promise<Browser> {
  const browser = await visitor(gateway);
  expect((await browser.signIn(gateway.legacy.users.ana)).status).toBe(200);
  const { sessions } = gateway.services;
  const live = await liveOf(browser);
  if (live) await sessions.prove(live as Parameters<typeof sessions.prove>[0], by);
  return browser;
}

const goTo = async (browser: Browser, what: 'link' | 'prove'): Promise<string> => {
  const answer = await browser.post(`/api/auth/provider/${what}`);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return (answer.body as { url: string }).url;
};

describe('the own account at a provider', () => {
  it('G43: is linked after a recent proof by the second factor, and ends the other sessions', async () => {
    const [browser, elsewhere] = [await signedIn(), await signedIn()];
    const url = await goTo(browser, 'link');
    // Somebody else may be signed in at the provider in this browser.
    expect(new URL(url).searchParams.get('max_age')).toBe('0');
    const answer = await finish(browser, provider.authorize(url, 'sub-new'));
    expect([answer.status, answer.body]).toMatchObject([200, { done: 'linked', session: { username: 'ana' } }]);
    expect(links.asked['link']).toEqual([
      {
        issuer: provider.issuer,
        sub: 'sub-new',
        by: { sucursal: 'LIMA', username: 'ana', keep: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
      },
    ]);
    expect((await browser.get('/api/auth/session')).status).toBe(200);
    expect((await elsewhere.get('/api/auth/session')).status).toBe(401);
    expect(events('provider.changed').at(-1)).toMatchObject({ change: 'linked', ended: expect.any(Number) as number });
  });

  it('G43: is not linked by somebody who has only the password, or a recovery code, or with an old proof', async () => {
    for (const by of ['password', 'recovery'] as const) {
      const answer = await (await signedIn(by)).post('/api/auth/provider/link');
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('segundo paso')]);
    }
    const browser = await signedIn();
    gateway.advance(16 * 60_000);
    expect(kindOf(await browser.post('/api/auth/provider/link'))).toBe('proof-due');
    expect(kindOf(await browser.post('/api/auth/provider/unlink'))).toBe('proof-due');
  });

  it('refuses a link that the service refuses, or that another session started', async () => {
    links.linking = 'taken';
    const browser = await signedIn();
    const taken = await finish(browser, provider.authorize(await goTo(browser, 'link'), 'sub-beto'));
    expect([taken.status, taken.text]).toEqual([422, expect.stringContaining('No se pudo confirmar')]);
    const callback = provider.authorize(await goTo(browser, 'link'), 'sub-ana');
    await browser.post('/api/auth/logout');
    await browser.get('/api/auth/session');
    expect((await finish(browser, callback)).status).toBe(422);
  });

  it('G43: refuses an invitation in a signed-in session, which may be of another person', async () => {
    const invitation = 'i'.repeat(43);
    const answer = await (await signedIn('password')).post('/api/auth/provider', { invitation });
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('Cierre esa sesión')]);
    expect(links.asked['invitation']).toBeUndefined();
    expect((await (await visitor(gateway)).post('/api/auth/provider', { invitation })).status).toBe(200);
  });

  it('is read and unlinked', async () => {
    const browser = await signedIn('password');
    const read = await browser.get('/api/auth/provider');
    expect(read.body).toEqual({ label: 'Cuenta de Acme', since: null, hasPassword: true });
    const answer = await browser.post('/api/auth/provider/unlink');
    expect([answer.status, answer.body]).toEqual([200, { ended: expect.any(Number) as number }]);
    expect(events('provider.changed').at(-1)).toMatchObject({ change: 'unlinked' });
  });

  it('G45: accepts a proof only if the person just signed in at the provider', async () => {
    const browser = await signedIn('password');
    gateway.advance(16 * 60_000);
    expect(kindOf(await browser.post('/api/auth/provider/unlink'))).toBe('proof-due');
    const url = await goTo(browser, 'prove');
    expect(new URL(url).searchParams.get('max_age')).toBe('0');
    const answer = await finish(browser, provider.authorize(url, 'sub-ana'));
    expect([answer.status, answer.body]).toMatchObject([200, { done: 'proved' }]);
    expect((await liveOf(browser))?.record.proof).toMatchObject({ by: 'provider' });
    expect((await browser.post('/api/auth/provider/unlink')).status).toBe(200);
    expect(events('session.proved').at(-1)).toMatchObject({ by: 'provider' });
  });

  it.each<[what: string, lies: Record<string, unknown>, sub?: string]>([
    ['an older sign-in at the provider', { auth_time: nowSeconds() - 180 }],
    ['no time of the sign-in', { auth_time: undefined }],
    ['a sign-in of the future', { auth_time: nowSeconds() + 600 }],
    ['the account of somebody else', {}, 'sub-beto'],
  ])('G45: refuses a proof with %s', async (_what, lies, sub = 'sub-ana') => {
    const browser = await signedIn('password');
    provider.lies = lies;
    const answer = await finish(browser, provider.authorize(await goTo(browser, 'prove'), sub));
    expect(answer.status).toBe(422);
    expect((await liveOf(browser))?.record.proof).toMatchObject({ by: 'password' });
  });

  it('G45: accepts a proof at an address that reached its maximum of responses', async () => {
    const [browser, stranger] = [await signedIn('password'), await visitor(gateway)];
    let status = 422;
    while (status === 422) ({ status } = await finish(stranger, { state: 'x', code: 'x' }));
    expect(status).toBe(429);
    const answer = await finish(browser, provider.authorize(await goTo(browser, 'prove'), 'sub-ana'));
    expect([answer.status, answer.body]).toMatchObject([200, { done: 'proved' }]);
    gateway.advance(60 * 60_000);
  });

  it('G45: dates the proof of a sign-in by auth_time', async () => {
    const prove = async (lies: Record<string, unknown>): Promise<number> => {
      provider.lies = lies;
      const browser = await visitor(gateway);
      expect((await signIn(provider, browser)).answer.status).toBe(200);
      return (await browser.post('/api/auth/provider/unlink')).status;
    };
    // The tests before have advanced the clock of the gateway.
    const now = Math.floor(gateway.services.now() / 1000);
    expect(await prove({ auth_time: now - 60 })).toBe(200);
    expect(await prove({ auth_time: now - 16 * 60 })).toBe(403);
    expect(await prove({ auth_time: undefined })).toBe(403);
    // The clock is fast.
    expect(await prove({ auth_time: now + 3600 })).toBe(200);
  });
});

describe('the page of a provider’s answer', () => {
  it('G18: is served with code and state in its address, without sending it as a referrer', async () => {
    const browser = new Browser(gateway);
    const query = 'code=canary-code&state=canary-state&iss=https%3A%2F%2Flogin.acme.example&session_state=x.y';
    const answer = await browser.get(`/entrar/proveedor?${query}`, {
      accept: 'text/html',
      'sec-fetch-site': 'cross-site',
    });
    expect([answer.status, answer.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await browser.get('/assing', { accept: 'text/html' })).headers['referrer-policy']).toBe('same-origin');
    expect(gateway.logText().includes('canary-')).toBe(false);
  });
});

describe('rows without Origin and csrf token', () => {
  const rows = (Object.entries(ROUTES) as [OperationId, RoutePolicy][]).filter(([id]) => isUnsafe(id));

  it('G13 G15: only back-channel logout', async () => {
    const browser = await signedIn();
    // Refused before anybody looks for the session of a phone or guest.
    for (const name of ['despacho-reparto', 'despacho-constancia']) browser.cookies.set(name, 'x'.repeat(43));
    const kindFor = async (id: OperationId, origin: string) => {
      const { method, path } = operationOf(id);
      const headers = [
        ['Cookie', browser.cookieHeader],
        ['Origin', origin],
      ] as const;
      return (await send(gateway, { method, target: path.replace(/:\w+/g, '1'), headers, body: '' })).kind;
    };
    const open: string[] = [];
    for (const [id] of rows) {
      if ((await kindFor(id, 'https://evil.example')) !== 'wrong-origin') open.push(`${id} origin`);
      if ((await kindFor(id, 'http://localhost:3000')) !== 'wrong-csrf-token') open.push(`${id} csrf`);
    }
    expect(open).toEqual(['provider.logout origin', 'provider.logout csrf']);
    expect(rows.length).toBeGreaterThan(100);
  });
});
