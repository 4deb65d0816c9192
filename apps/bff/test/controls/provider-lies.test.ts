import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Browser, kindOf } from '../support/browser.ts';
import { sendJson } from '../support/fake-upstream.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { type LyingProvider, nowSeconds } from '../support/lying-provider.ts';
import { type FakeLinks, fakeProviderCalls } from '../support/provider-service.ts';
import {
  alike,
  type AuthorizationResponse,
  finish,
  RUC,
  signIn,
  start,
  startWithProviders,
  visitor,
} from '../support/provider-visits.ts';

/* Two providers that lie as a test says, and a service that answers as it says. */

const MINUTE = 60_000;

let gateway: Gateway;
let provider: LyingProvider;
let other: LyingProvider;
let links: FakeLinks;
let reset: () => void;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ gateway, provider, other, links, reset, close } = await startWithProviders());
});
beforeEach(() => reset());
afterEach(() => vi.useRealTimers());
afterAll(() => close());

/** Moves the clock of this process, which the gateway and the providers use. */
const later = (minutes: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE });
};

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.get('/api/auth/session')).status === 200;
const events = (name: string) => gateway.logLines().filter(({ event }) => event === name);
const recordOf = async (browser: Browser) =>
  (await gateway.services.sessions.open(browser.cookies.get('despacho')))?.record;

/** @returns the answer to a sign-in that must be refused; it has no session. */
async function refusal(browser: Browser, callback: Partial<AuthorizationResponse>): Promise<string> {
  const answer = await finish(browser, callback);
  expect(await isSignedIn(browser)).toBe(false);
  return alike(answer);
}

/** The answer to every refused response. */
let REFUSED = '';
beforeAll(async () => {
  REFUSED = alike(await finish(await visitor(gateway), { state: 'x', code: 'x' }));
  expect(REFUSED).toMatch(/^422 .*No se pudo confirmar quién es con la cuenta de su empresa/);
});

describe('a sign-in with a provider', () => {
  it('G43: starts the session of the linked account, which ends after the hours of the provider', async () => {
    const browser = await visitor(gateway);
    const before = browser.cookies.get('despacho');
    const { answer } = await signIn(provider, browser);
    expect([answer.status, answer.body]).toMatchObject([200, { done: 'signed-in', session: { username: 'ana' } }]);
    expect(browser.cookies.get('despacho')).not.toBe(before);
    const record = await recordOf(browser);
    expect(record).toMatchObject({ proof: { by: 'provider' } });
    expect(((record?.endsBy ?? 0) - (record?.createdAt ?? 0)) / (60 * MINUTE)).toBeCloseTo(8, 2);
    expect(JSON.stringify(record)).not.toContain('sub-ana');
    expect(events('login.ok').at(-1)).toMatchObject({ by: 'provider' });
    // Not written to the log.
    expect(/sub-ana|id_token|code_verifier/.test(gateway.logText())).toBe(false);
    expect(provider.hitsOf('/userinfo')).toEqual([]);
  });

  it('sends the browser to the provider with PKCE, and back to our own page only', async () => {
    const { origin, searchParams: query } = new URL(await start(await visitor(gateway)));
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      scope: 'openid',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:3000/entrar/proveedor',
    });
    const random = ['state', 'nonce', 'code_challenge'].map((name) => query.get(name)?.length);
    expect(random).toEqual([43, 43, 43]);
    // The browser sends no URL.
    const evil = { sucursal: 'LIMA', returnTo: '//evil.example', redirect_uri: '//evil.example' };
    expect(kindOf(await (await visitor(gateway)).post('/api/auth/provider', evil))).toBe('invalid-request');
    const asked = await visitor(gateway);
    expect(kindOf(await finish(asked, { ...provider.authorize(await start(asked), 'x'), ...{ next: '//evil' } }))).toBe(
      'invalid-request',
    );
  });

  it('answers an unknown branch, one without a provider and an invalid invitation alike', async () => {
    const browser = await visitor(gateway);
    links.branches = { AREQUIPA: '20100113610' };
    const answers = [{ sucursal: 'LIMA' }, { sucursal: 'AREQUIPA' }, { invitation: 'A'.repeat(43) }].map((body) =>
      browser.post('/api/auth/provider', body),
    );
    expect(new Set((await Promise.all(answers)).map(alike))).toEqual(new Set(['200 {"provider":null}']));
  });

  it('limits by address the requests for a provider, and refused responses', async () => {
    const asks = await startGateway({ TRUST_PROXY: '127.0.0.0/8' }, { oneOrigin: true });
    fakeProviderCalls(asks);
    const browser = new Browser(asks, { 'x-forwarded-for': '203.0.113.9' });
    await browser.get('/api/auth/session');
    let [asked, refused] = [0, 0];
    while ((await browser.post('/api/auth/provider', { sucursal: 'LIMA' })).status === 200 && asked < 300) asked += 1;
    while ((await finish(browser, { state: 'x', code: 'x' })).status === 422 && refused < 400) refused += 1;
    expect([asked, refused]).toEqual([300, expect.closeTo(300, -1)]);
    await asks.close();
  });

  it('requires the code of the second factor, unless the token counts as one', async () => {
    links.factorDue = 'factor-due';
    const due = await visitor(gateway);
    expect(kindOf((await signIn(provider, due)).answer)).toBe('factor-due');
    expect(kindOf(await due.get('/api/auth/session'))).toBe('factor-due');
    gateway.dispatch.on('POST /operations/factor/finish', (_, res) => {
      const { token, office } = gateway.legacy.users.ana;
      sendJson(res, 200, { outcome: 'signed-in', login: { token, sucursal: office, ruc: RUC }, recovery: false });
    });
    expect((await due.post('/api/auth/factor', { code: '123456' })).status).toBe(200);
    expect(await recordOf(due)).toMatchObject({ proof: { by: 'factor' }, endsBy: expect.any(Number) as number });

    for (const lies of [{ acr: 'gold' }, { amr: ['pwd', 'otp'] }]) {
      provider.lies = lies;
      expect((await signIn(provider, await visitor(gateway))).answer.status).toBe(200);
    }
    for (const lies of [{ acr: 'silver' }, { amr: 'otp' }, { amr: ['pwd'] }, { acr: ['gold'] }]) {
      provider.lies = lies;
      expect(kindOf((await signIn(provider, await visitor(gateway))).answer)).toBe('factor-due');
    }
  });

  it('waits until a required second factor is set up', async () => {
    links.factorDue = 'factor-missing';
    const browser = await visitor(gateway);
    expect(kindOf((await signIn(provider, browser)).answer)).toBe('factor-missing');
    expect(kindOf(await browser.get('/api/auth/session'))).toBe('factor-missing');
  });

  it('G43: requests a new sign-in there for an invitation, and if the page does', async () => {
    const browser = await visitor(gateway);
    const asks = async (body: object) => {
      const { searchParams } = new URL(await start(browser, body));
      return [searchParams.get('prompt'), searchParams.get('max_age')];
    };
    expect(await asks({ sucursal: 'LIMA' })).toEqual([null, '2592000']);
    expect(await asks({ sucursal: 'LIMA', reauthenticate: true })).toEqual(['login', '0']);
    expect(links.asked['company']).toEqual([{ sucursal: 'LIMA' }, { sucursal: 'LIMA' }]);
    expect(await asks({ invitation: 'I'.repeat(43) })).toEqual(['login', '0']);
  });

  it('links the account of an invitation, and starts its session', async () => {
    const browser = await visitor(gateway);
    const url = await start(browser, { invitation: 'I'.repeat(43) });
    const answer = await finish(browser, provider.authorize(url, 'sub-ana'));
    expect([answer.status, answer.body]).toMatchObject([200, { done: 'linked', session: { username: 'ana' } }]);
    expect(links.asked['link']?.at(-1)).toEqual({
      issuer: provider.issuer,
      sub: 'sub-ana',
      by: { invitation: 'I'.repeat(43) },
    });
  });
});

it('stores nothing of an account that is not linked', async () => {
  for (const sub of ['sub-ana', 'sub-nobody']) {
    provider.lies = { sid: sub };
    await signIn(provider, await visitor(gateway), sub);
  }
  const noted = ['sub-ana', 'sub-nobody'].map((sid) =>
    gateway.services.logoutNotes.read(provider.issuer, `sid\n${sid}`),
  );
  expect(await Promise.all(noted)).toEqual(['sub-ana', undefined]);
});

/** One character longer than allowed. */
const LONG = 'x'.repeat(256);

describe('lies of a provider, or of an attacker in between', () => {
  it.each<[what: string, lies: Record<string, unknown>]>([
    ['another audience', { aud: 'another-client' }],
    ['several audiences without azp', { aud: ['despacho', 'another-client'] }],
    ['an azp of another client', { azp: 'another-client' }],
    ['an azp of another client among audiences', { aud: ['despacho', 'x'], azp: 'x' }],
    ['another nonce', { nonce: 'x'.repeat(43) }],
    ['no nonce', { nonce: undefined }],
    ['an expired token', { exp: nowSeconds() - 61 }],
    ['a token without an end', { exp: undefined }],
    ['a token of the future', { iat: nowSeconds() + 600 }],
    ['an old token that does not expire', { iat: nowSeconds() - 3600, exp: nowSeconds() + 3600 }],
    ['another issuer', { iss: 'https://login.evil.example' }],
    ['no subject', { sub: undefined }],
    ['a subject of 256 characters', { sub: LONG }],
    ['a session of 256 characters', { sid: LONG }],
  ])('G43: refuses %s', async (_what, lies) => {
    provider.lies = lies;
    links.people[LONG] = gateway.legacy.users.ana;
    const browser = await visitor(gateway);
    expect(await refusal(browser, provider.authorize(await start(browser), 'sub-ana'))).toBe(REFUSED);
  });

  it('accepts a clock that is off by less than a minute', async () => {
    for (const by of [-50, 50]) {
      provider.lies = { iat: nowSeconds() + by, exp: nowSeconds() + by };
      expect((await signIn(provider, await visitor(gateway))).answer.status).toBe(200);
    }
  });

  it('G43: refuses tokens without a signature, signed with the public key as a secret, and with an unknown key', async () => {
    const honest = provider.sign;
    const [jwk = {}] = provider.keys();
    const key = (await importJWK(jwk, 'ES256')) as Awaited<ReturnType<typeof generateKeyPair>>['publicKey'];
    const hs256 = (secret: string) => (claims: JWTPayload) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));
    const stranger = await generateKeyPair('ES256');
    const forgeries = [
      (claims: JWTPayload) => Promise.resolve(new UnsecuredJWT(claims).encode()),
      hs256(JSON.stringify(jwk)),
      hs256(await exportSPKI(key)),
      hs256('canary-provider-secret-0123456789abcdef'),
      (claims: JWTPayload) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(stranger.privateKey),
      async (claims: JWTPayload) => `${(await honest(claims)).split('.').slice(0, 2).join('.')}.`,
    ];
    for (const forged of forgeries) {
      provider.sign = forged;
      const browser = await visitor(gateway);
      const answer = await refusal(browser, provider.authorize(await start(browser), 'sub-ana'));
      provider.sign = honest;
      expect(answer).toBe(REFUSED);
    }
  });

  it('G43: refuses one code with the issuers swapped', async () => {
    const swapped = async (change: (url: string) => Partial<AuthorizationResponse>) => {
      const browser = await visitor(gateway);
      return refusal(browser, change(await start(browser)));
    };
    const answers = [
      await swapped((url) => other.authorize(url, 'sub-ana')),
      await swapped((url) => ({ ...other.authorize(url, 'sub-ana'), iss: provider.issuer })),
      await swapped((url) => ({ ...provider.authorize(url, 'sub-ana'), iss: other.issuer })),
      await swapped((url) => {
        const { iss: _, ...without } = provider.authorize(url, 'sub-ana');
        return without;
      }),
    ];
    expect(new Set(answers)).toEqual(new Set([REFUSED]));
  });

  it('G43: refuses a code and a state that were used', async () => {
    const browser = await visitor(gateway);
    const { callback, answer } = await signIn(provider, browser);
    expect(answer.status).toBe(200);
    await browser.post('/api/auth/logout');
    await browser.get('/api/auth/session');
    expect(await refusal(browser, callback)).toBe(REFUSED);
    // With a new state the gateway sends the code, which the provider refuses as used.
    const { state } = provider.authorize(await start(browser), 'sub-ana');
    expect(await refusal(browser, { ...callback, state })).toBe(REFUSED);
  });

  it('G43: removes the pending authorization before anything is checked', async () => {
    const browser = await visitor(gateway);
    const callback = provider.authorize(await start(browser), 'sub-ana');
    expect(await refusal(browser, { ...callback, state: 'x' })).toBe(REFUSED);
    provider.hits.length = 0;
    expect(await refusal(browser, callback)).toBe(REFUSED);
    expect(provider.hits).toEqual([]);
  });

  it('G43: refuses the state of another browser, and a code posted in the browser of a victim', async () => {
    const [attacker, victim] = [await visitor(gateway), await visitor(gateway)];
    const callback = provider.authorize(await start(attacker), 'sub-beto');
    expect(await refusal(victim, callback)).toBe(REFUSED);
    // Also while the victim waits for an answer of the same provider: its state differs.
    await start(victim);
    provider.hits.length = 0;
    expect(await refusal(victim, callback)).toBe(REFUSED);
    expect(provider.hits).toEqual([]);
    // With the right state and nonce, the code has the PKCE challenge of the attacker's browser.
    const { state, nonce } = Object.fromEntries(new URL(await start(victim)).searchParams);
    provider.lies = { nonce };
    expect(await refusal(victim, { ...callback, state: state ?? '' })).toBe(REFUSED);
  });

  it('refuses an answer without a code, and one after ten minutes', async () => {
    const [cancelled, late] = [await visitor(gateway), await visitor(gateway)];
    const { state, iss } = provider.authorize(await start(cancelled), 'sub-ana');
    const refusedThere = { state, iss, error: 'access_denied' };
    expect(await refusal(cancelled, refusedThere as Partial<AuthorizationResponse>)).toBe(REFUSED);
    const callback = provider.authorize(await start(late), 'sub-ana');
    later(10);
    expect(await refusal(late, callback)).toBe(REFUSED);
  });

  it('lasts ten minutes, also in a page that was open for a while', async () => {
    const browser = await visitor(gateway);
    later(14);
    const url = await start(browser);
    later(9);
    expect((await finish(browser, provider.authorize(url, 'sub-ana'))).status).toBe(200);
  });

  it('G43: refuses a key that the provider no longer publishes, and looks for a new one once a minute', async () => {
    provider.hits.length = 0;
    gateway.services.providers.reload();
    expect((await signIn(provider, await visitor(gateway))).answer.status).toBe(200);
    const stale = await provider.rotate();
    const current = provider.sign;
    // The keys were fetched just now.
    expect(alike((await signIn(provider, await visitor(gateway))).answer)).toBe(REFUSED);
    expect(provider.hitsOf('/jwks')).toHaveLength(1);
    later(1.1);
    expect((await signIn(provider, await visitor(gateway))).answer.status).toBe(200);
    provider.sign = stale;
    for (let turn = 0; turn < 3; turn += 1)
      expect(alike((await signIn(provider, await visitor(gateway))).answer)).toBe(REFUSED);
    provider.sign = current;
    expect(provider.hitsOf('/jwks')).toHaveLength(2);
  });

  it('G43: reads at most 256 KB of an answer, and follows no redirect', async () => {
    const browser = await visitor(gateway);
    const callback = async () => provider.authorize(await start(browser), 'sub-ana');
    gateway.services.providers.reload();
    provider.on('GET /jwks', (_, res) => {
      const padding = 'x'.repeat(10 * 1024 * 1024);
      sendJson(res, 200, { keys: provider.keys(), padding });
    });
    expect(kindOf(await finish(browser, await callback()))).toBe('unavailable');
    other.hits.length = 0;
    for (const path of ['GET /jwks', 'POST /token'])
      provider.on(path, (_, res) => res.writeHead(307, { location: `${other.issuer}/jwks` }).end());
    expect(alike(await finish(browser, await callback()))).toBe(REFUSED);
    expect(other.hits).toEqual([]);
    gateway.services.providers.reload();
  });

  it('reports a discovery of another issuer to the operator', async () => {
    // openid-client accepts a different last slash, and any issuer at two vendors.
    gateway.services.providers.reload();
    const answer = provider.answerOf('GET /.well-known/openid-configuration');
    const { issuer } = provider;
    const lie = { issuer: `${issuer}/`, jwks_uri: `${issuer}/jwks`, authorization_endpoint: `${issuer}/authorize` };
    provider.on('GET /.well-known/openid-configuration', (_, res) => sendJson(res, 200, lie));
    const browser = await visitor(gateway);
    expect(kindOf(await browser.post('/api/auth/provider', { sucursal: 'LIMA' }))).toBe('unavailable');
    expect(events('host.fault').at(-1)).toMatchObject({ fault: 'identity-provider' });
    provider.on('GET /.well-known/openid-configuration', answer);
    gateway.services.providers.reload();
  });

  it('uses a new secret after the file was read again, and keeps the providers if it is faulty', async () => {
    const secretFile = String(provider.entry['secretFile']);
    const secret = readFileSync(secretFile);
    writeFileSync(secretFile, 'another-secret-0123456789');
    expect((await signIn(provider, await visitor(gateway))).answer.status).toBe(200);
    gateway.services.providers.reload();
    expect(alike((await signIn(provider, await visitor(gateway))).answer)).toBe(REFUSED);
    writeFileSync(secretFile, secret);
    gateway.services.providers.reload();
    rmSync(secretFile);
    gateway.services.providers.reload();
    expect((await signIn(provider, await visitor(gateway))).answer.status).toBe(200);
    expect(events('providers.kept')).toHaveLength(1);
    writeFileSync(secretFile, secret);
  });

  it('G43: finishes a sign-in during which the file of providers is read again', async () => {
    gateway.services.providers.reload();
    const browser = await visitor(gateway);
    const callback = provider.authorize(await start(browser), 'sub-ana');
    const answerToken = provider.answerOf('POST /token');
    provider.on('POST /token', (...call) => {
      gateway.services.providers.reload();
      return answerToken(...call);
    });
    const { status, text } = await finish(browser, callback);
    expect([status, text]).toEqual([200, expect.anything()]);
  });

  it('G43: gives up on a provider that hangs, while others work', async () => {
    const browsers = await Promise.all(Array.from({ length: 20 }, () => visitor(gateway)));
    const urls: string[] = [];
    for (const browser of browsers) urls.push(await start(browser));
    const free = await visitor(gateway);
    const freeUrl = await start(free, { sucursal: 'CUSCO' });
    provider.hits.length = 0;
    provider.on('POST /token', () => undefined);
    const hanging = browsers.map((browser, index) => finish(browser, provider.authorize(urls[index] ?? '', 'sub-ana')));
    // Four are refused without waiting.
    await vi.waitFor(() => expect(provider.hitsOf('/token')).toHaveLength(16), { timeout: 4000 });
    expect((await finish(free, other.authorize(freeUrl, 'sub-beto'))).status).toBe(200);
    const kinds = (await Promise.all(hanging)).map(kindOf);
    expect(new Set(kinds)).toEqual(new Set(['unavailable']));
    const refused = gateway.logLines().filter(({ note }) => String(note).includes('too many calls'));
    expect(refused).toHaveLength(4);
    expect(events('host.fault').at(-1)).toMatchObject({ fault: 'identity-provider' });
  });
});
