import { Authenticator } from '@despacho/tooling/stack/authenticator';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sendTrail } from '#policy/proxy/send-trail.ts';
import { type Browser, kindOf } from '../support/browser.ts';
import { ANA, signInDemo } from '../support/demo-people.ts';
import { newPerson } from '../support/dispatch-rows.ts';
import { type Gateway, ORIGIN } from '../support/gateway.ts';
import { hasRedis, startWithStore } from '../support/in-store.ts';
import { providersFile } from '../support/lying-provider.ts';
import { finish, start, visitor } from '../support/provider-visits.ts';
import { type RealProvider, startRealProvider } from '../support/real-provider.ts';
import { TestRedis } from '../support/redis.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

/* The whole gateway with the real service and `oidc-provider`. */

const RUC_OF_LIMA = '20601483727';
const PASSWORD = 'camión lluvia trompeta';

let service: ServiceProcess;
let gateway: Gateway;
let provider: RealProvider;
let redis: TestRedis | undefined;
/** For the gateway and the service. */
let providers: { IDENTITY_PROVIDERS_FILE: string };
let people = 0;

async function startNextGateway(): Promise<Gateway> {
  const settings = { ...service.environment, ...providers, REDIS_URL: redis?.url, UPSTREAM_TIMEOUT_MS: '9500' };
  const next = await startWithStore(settings, { wait: () => Promise.resolve() });
  provider.reportsTo(`http://127.0.0.1:${next.port}/api/auth/provider/logout`);
  return next;
}

beforeAll(async () => {
  provider = await startRealProvider(RUC_OF_LIMA, `${ORIGIN}/entrar/proveedor`);
  providers = { IDENTITY_PROVIDERS_FILE: providersFile([provider.entry]) };
  if (hasRedis) redis = await TestRedis.start();
  service = await startServiceProcess({ environment: providers });
  gateway = await startNextGateway();
}, 180_000);
afterAll(async () => {
  await gateway.close();
  await service.stop();
  await provider.close();
  await redis?.stop();
}, 60_000);

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.get('/api/auth/session')).status === 200;

/** A user of LIMA, signed in with a password. */
async function newUser() {
  people += 1;
  // Tests advance the clock, and creating people requires a recent proof.
  const admin = await signInDemo(gateway, ANA);
  const { id, username, temporary } = await newPerson(admin, 'LIMA', `proveedor${people}`);
  const mine = await visitor(gateway);
  const names = { sucursal: 'LIMA', username };
  const first = { ...names, password: temporary, newPassword: PASSWORD };
  expect((await mine.post('/api/auth/password/first', first)).status).toBe(200);
  await sendTrail(gateway.services).close();
  return { id, username, mine, admin };
}

async function invited() {
  const user = await newUser();
  const made = await user.admin.post(`/api/people/${user.id}/provider-invitation?officeId=LIMA`);
  expect(made.status).toBe(200);
  const browser = await visitor(gateway);
  const visit = provider.newVisit(`sub-${user.username}`);
  const invitation = (made.body as { fragment: string }).fragment;
  const answer = await finish(browser, await visit.open(await start(browser, { invitation })));
  return { ...user, browser, visit, answer, invitation };
}

it('G43: links by an invitation, signs in, and signs out with the provider', async () => {
  const { username, browser, visit, answer, invitation } = await invited();
  expect([answer.status, answer.body]).toMatchObject([200, { done: 'linked', session: { username } }]);
  // An invitation works once.
  const again = await (await visitor(gateway)).post('/api/auth/provider', { invitation });
  expect(again.body).toEqual({ provider: null });

  const other = await visitor(gateway);
  const otherVisit = provider.newVisit(`sub-${username}`);
  const signedIn = await finish(other, await otherVisit.open(await start(other)));
  expect([signedIn.status, signedIn.body]).toMatchObject([200, { done: 'signed-in', session: { username } }]);
  expect((await other.get('/api/auth/provider')).body).toMatchObject({ label: 'Cuenta de Acme' });

  await visit.signOut();
  await vi.waitFor(async () => expect(await isSignedIn(browser)).toBe(false), { timeout: 1000 });
  expect(await isSignedIn(other)).toBe(true);
});

/** Sets up a second factor. @returns the person's app. */
async function addFactor(browser: Browser): Promise<Authenticator> {
  const { key } = (await browser.post('/api/auth/factor/start', { current: PASSWORD })).body as { key: string };
  const app = new Authenticator(key);
  expect((await browser.post('/api/auth/factor/confirm', { current: PASSWORD, code: app.next() })).status).toBe(200);
  return app;
}

it('G43: refuses somebody whose account at the provider is not linked', async () => {
  const browser = await visitor(gateway);
  const answer = await finish(browser, await provider.newVisit('sub-nobody').open(await start(browser)));
  expect([answer.status, kindOf(answer)]).toEqual([422, 'unprocessable']);
  expect(await isSignedIn(browser)).toBe(false);
});

it.runIf(hasRedis)('G43: finishes every waiting sign-in after all processes were replaced', async () => {
  const { mine, username } = await newUser();
  const phone = await addFactor(mine);
  const visit = provider.newVisit(`sub-${username}`);
  const { url } = (await mine.post('/api/auth/provider/link')).body as { url: string };
  expect((await finish(mine, await visit.open(url))).status).toBe(200);

  const [withPassword, atProvider] = [await visitor(gateway), await visitor(gateway)];
  const proved = await withPassword.post('/api/auth/login', { sucursal: 'LIMA', username, password: PASSWORD });
  expect(kindOf(proved)).toBe('factor-due');
  const callback = await visit.open(await start(atProvider));

  const before = gateway;
  gateway = await startNextGateway();
  await before.close();
  await service.stop();
  const { port } = new URL(service.url);
  service = await startServiceProcess({ port, on: service.data, environment: providers });

  for (const each of [withPassword, atProvider]) Object.assign(each, { gateway });
  expect(kindOf(await finish(atProvider, callback))).toBe('factor-due');
  expect((await withPassword.post('/api/auth/factor', { code: phone.next() })).status).toBe(200);
  expect(await isSignedIn(withPassword)).toBe(true);
});

it('G45: proves again who it is with a new sign-in at the provider', async () => {
  const { browser, visit, username } = await invited();
  expect(await isSignedIn(browser)).toBe(true);
  gateway.advance(16 * 60_000);
  const { url } = (await browser.post('/api/auth/provider/prove')).body as { url: string };
  const proved = await finish(browser, await visit.open(url));
  expect([proved.status, proved.body]).toMatchObject([200, { done: 'proved', session: { username } }]);
  expect((await browser.post('/api/auth/provider/unlink')).status).toBe(200);
});

it('G43: links the own account after a code of the second factor, which a sign-in then requires', async () => {
  const { mine, username } = await newUser();
  expect(kindOf(await mine.post('/api/auth/provider/link'))).toBe('unprocessable');
  const app = await addFactor(mine);
  const { url } = (await mine.post('/api/auth/provider/link')).body as { url: string };
  const visit = provider.newVisit(`sub-${username}`);
  const linked = await finish(mine, await visit.open(url));
  expect([linked.status, linked.body]).toMatchObject([200, { done: 'linked' }]);

  const late = await visitor(gateway);
  expect(kindOf(await finish(late, await visit.open(await start(late))))).toBe('factor-due');
  await visit.signOut();
  const code = app.next();
  expect((await late.post('/api/auth/factor', { code })).status).toBe(422);

  const other = await visitor(gateway);
  expect(kindOf(await finish(other, await visit.open(await start(other))))).toBe('factor-due');
  expect((await other.post('/api/auth/factor', { code })).status).toBe(200);
  expect((await mine.post('/api/auth/provider/unlink')).body).toEqual({ ended: 1 });
});
