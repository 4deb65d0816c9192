import { decodeJwt, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Browser } from '../support/browser.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { hasRedis } from '../support/in-store.ts';
import { type LyingProvider, nowSeconds } from '../support/lying-provider.ts';
import { fakeProviderCalls } from '../support/provider-service.ts';
import { signIn, startWithProviders, visitor } from '../support/provider-visits.ts';
import { TestRedis } from '../support/redis.ts';
import { SOON } from '../support/visitors.ts';

type Started = Awaited<ReturnType<typeof startWithProviders>>;

const FORM = 'application/x-www-form-urlencoded';

/** Posts as the provider's server does: without cookies, Origin and token. */
const post = (gateway: Gateway, body: string, type = FORM) =>
  request(gateway.server).post('/api/auth/provider/logout').set('content-type', type).send(body);

const send = (gateway: Gateway, token: string) => post(gateway, `logout_token=${token}`);

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.get('/api/auth/session')).status === 200;

describe('back-channel logout', () => {
  let started: Started;
  let gateway: Gateway;
  let provider: LyingProvider;
  beforeAll(async () => {
    started = await startWithProviders();
    ({ gateway, provider } = started);
  });
  beforeEach(() => started.reset());
  afterAll(() => started.close());

  /** A browser signed in as ana, in a session of the provider. */
  async function signedIn(sid: string): Promise<Browser> {
    provider.lies = { sid };
    const browser = await visitor(gateway);
    expect((await signIn(provider, browser)).answer.status).toBe(200);
    provider.lies = {};
    return browser;
  }

  const events = (name: string) => gateway.logLines().filter(({ event }) => event === name);

  it('G43 G44: ends the sessions of a sign-in at the provider, and no others', async () => {
    const [here, there] = [await signedIn('s-1'), await signedIn('s-2')];
    const withPassword = await visitor(gateway);
    expect((await withPassword.signIn(gateway.legacy.users.ana)).status).toBe(200);
    const answer = await send(gateway, await provider.logoutToken({ sub: 'sub-ana', sid: 's-1' }));
    expect([answer.status, answer.headers['cache-control'], answer.text]).toEqual([200, 'no-store', '{}']);
    expect(await Promise.all([here, there, withPassword].map(isSignedIn))).toEqual([false, true, true]);
    expect(started.links.asked['account']).toEqual([{ issuer: provider.issuer, sub: 'sub-ana', end: false }]);
    expect(events('session.ended').at(-1)).toMatchObject({ reason: 'provider' });
    expect(events('provider.logout').at(-1)).toMatchObject({ ended: 1 });

    const again = await signedIn('s-3');
    await send(gateway, await provider.logoutToken({ sub: 'sub-ana' }));
    expect(await Promise.all([again, there, withPassword].map(isSignedIn))).toEqual([false, false, true]);
    expect(started.links.asked['account']?.at(-1)).toMatchObject({ end: true });
  });

  it('ends the session of a token without a subject', async () => {
    const [here, there] = [await signedIn('s-4'), await signedIn('s-5')];
    expect((await send(gateway, await provider.logoutToken({ sid: 's-4' }))).status).toBe(200);
    expect(await Promise.all([here, there].map(isSignedIn))).toEqual([false, true]);
    // A session that never existed here.
    expect((await send(gateway, await provider.logoutToken({ sid: 's-6' }))).status).toBe(200);
  });

  it('G43: refuses a token whose jti was used', async () => {
    const token = await provider.logoutToken({ sub: 'sub-ana' });
    expect((await send(gateway, token)).status).toBe(200);
    const browser = await signedIn('s-7');
    expect((await send(gateway, token)).status).toBe(400);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('ends the sessions with the same token after the service was down', async () => {
    const browser = await signedIn('s-11');
    const token = await provider.logoutToken({ sub: 'sub-ana' });
    const path = 'POST /operations/provider/account';
    const answer = gateway.dispatch.answerOf(path);
    gateway.dispatch.on(path, (_, res) => res.writeHead(503).end());
    expect((await send(gateway, token)).status).toBe(503);
    gateway.dispatch.on(path, answer);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await send(gateway, token)).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it.each<[what: string, claims: Record<string, unknown>]>([
    ['without events', { events: undefined }],
    ['with another event', { events: { 'http://schemas.openid.net/event/other': {} } }],
    ['with an event that is no object', { events: { 'http://schemas.openid.net/event/backchannel-logout': 1 } }],
    ['with a nonce', { nonce: 'x' }],
    ['for another client', { aud: 'another-client' }],
    ['without a time', { iat: undefined }],
    ['of an hour ago', { iat: nowSeconds() - 3600, exp: undefined }],
    ['of the future', { iat: nowSeconds() + 600 }],
    ['that has expired', { exp: nowSeconds() - 61 }],
    ['without a jti', { jti: undefined }],
    ['without subject and session', { sub: undefined }],
    ['with a jti of 256 characters', { jti: 'x'.repeat(256) }],
    ['with a session of 256 characters', { sid: 'x'.repeat(256) }],
    ['of another issuer', { iss: 'https://login.evil.example' }],
    ['of the other provider, with its issuer', { iss: () => started.other.issuer }],
  ])('G43: refuses a token %s', async (_what, { iss, ...claims }) => {
    const browser = await signedIn('s-8');
    const named = iss === undefined ? {} : { iss: typeof iss === 'function' ? (iss as () => string)() : iss };
    const answer = await send(gateway, await provider.logoutToken({ sub: 'sub-ana', ...claims, ...named }));
    expect([answer.status, answer.headers['cache-control']]).toEqual([400, 'no-store']);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('G43: refuses a token without a signature or of another type, an ID token, and no token', async () => {
    const browser = await signedIn('s-9');
    const claims = decodeJwt(await provider.logoutToken({ sub: 'sub-ana' }));
    const idToken = await provider.sign({ iss: provider.issuer, aud: 'despacho', sub: 'sub-ana', iat: nowSeconds() });
    const untyped = await provider.logoutToken({ sub: 'sub-ana' }, 'JWT');
    for (const token of [new UnsecuredJWT(claims).encode(), idToken, untyped, 'x', '', 'a.b.c'])
      expect((await send(gateway, token)).status).toBe(400);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('G43: refuses a token with another algorithm, also with a key that the provider publishes', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES384');
    const jwk = { ...(await exportJWK(publicKey)), kid: 'es384' };
    provider.keys().push(jwk);
    gateway.services.providers.reload();
    const claims = decodeJwt(await provider.logoutToken({ sub: 'sub-ana' }));
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES384', kid: 'es384', typ: 'logout+jwt' })
      .sign(privateKey);
    expect((await send(gateway, token)).status).toBe(400);
  });

  it('G16: accepts exactly one field of a form of 16 KB', async () => {
    const fields = async () => `logout_token=${await provider.logoutToken({ sub: 'sub-ana' })}`;
    const answers = [
      await post(gateway, `${await fields()}&${await fields()}`),
      await post(gateway, `${await fields()}&more=1`),
      await post(gateway, `more=1`),
      await post(gateway, ''),
      await post(gateway, JSON.stringify({ logout_token: 'x' }), 'application/json'),
      await post(gateway, `logout_token=${'x'.repeat(16 * 1024)}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 415, 413]);
    expect((await post(gateway, await fields(), `${FORM}; charset=UTF-8`)).status).toBe(200);
  });

  it('G43: reads no cookie', async () => {
    const browser = await signedIn('s-10');
    gateway.dispatch.hits.length = 0;
    const answer = await post(gateway, 'logout_token=x').set('cookie', browser.cookieHeader);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([400, undefined]);
    const line = gateway.logLines().findLast(({ event }) => event === 'provider.refused');
    expect(line).toMatchObject({ operation: 'provider.logout' });
    expect(line?.['session']).toBeUndefined();
  });

  it('writes nothing of a token to the log', async () => {
    const token = await provider.logoutToken({ sub: 'sub-ana', jti: 'canary-jti' });
    await send(gateway, token);
    await send(gateway, token);
    expect(['canary-jti', 'sub-ana', token.slice(0, 40)].filter((text) => gateway.logText().includes(text))).toEqual(
      [],
    );
  });
});

describe.runIf(hasRedis)('back-channel logout with two gateways', () => {
  it('G44: ends the session at the other gateway, and uses a jti once for both', async () => {
    const redis = await TestRedis.start();
    const started = await startWithProviders({ REDIS_URL: redis.url });
    const { gateway, provider, file } = started;
    started.reset();
    const second = await startGateway({ REDIS_URL: redis.url, IDENTITY_PROVIDERS_FILE: file }, { oneOrigin: true });
    for (const each of [gateway, second]) await vi.waitFor(() => each.services.sessions.ping(), SOON);
    Object.assign(fakeProviderCalls(second), { people: started.links.people });
    provider.lies = { sid: 's-1' };
    const browser = await visitor(gateway);
    expect((await signIn(provider, browser)).answer.status).toBe(200);
    provider.lies = {};
    const token = await provider.logoutToken({ sid: 's-1' });
    expect((await send(second, token)).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await send(gateway, token)).status).toBe(400);
    await second.close();
    await started.close();
    await redis.stop();
  });
});
