import { type PeoplePage, type PersonOfOffice } from '@despacho/contracts/dispatch';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { followAccounts } from '#policy/proxy/follow-accounts.ts';
import { hasRedis, startWithStore } from '../support/in-store.ts';
import { Browser } from '../support/browser.ts';
import { openStream } from '../support/event-stream.ts';
import { type Gateway } from '../support/gateway.ts';
import { TestRedis } from '../support/redis.ts';
import { PROGRAM, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const ROSA = { sucursal: 'LIMA', username: 'rosa.mamani', password: 'despacho' };
const ANA = { ...ROSA, username: 'ana.torres' };
/** Receives a new password, so no other test signs in as this person. */
const LUIS = { ...ROSA, username: 'luis.quispe' };
/** Those of rosa.mamani in the demo; 000 is the one for clients. */
const MODULES = 'T02,000';
const WAIT = { timeout: 20_000, interval: 50 };

const passwordFile = join(tmpdir(), `despacho-password-${randomUUID()}`);
let service: ServiceProcess;
beforeAll(async () => {
  await writeFile(passwordFile, 'cuatro palabras sueltas');
  // Its own service: commands change passwords and tokens of the demo.
  service = await startServiceProcess();
}, 120_000);
afterAll(async () => {
  await service.stop();
  await rm(passwordFile);
});

describe.each([false, ...(hasRedis ? [true] : [])])('two gateways with our own service (Redis: %s)', (withRedis) => {
  let redis: TestRedis | undefined;
  let gateways: Gateway[];

  beforeAll(async () => {
    if (withRedis) redis = await TestRedis.start();
  });
  afterAll(() => redis?.stop());
  beforeEach(async () => {
    const settings = { ...service.environment, UPSTREAM_TIMEOUT_MS: '9500', REDIS_URL: redis?.url };
    gateways = [await startWithStore(settings), await startWithStore(settings)];
    for (const gateway of gateways) {
      // Cached data about a person does not expire.
      gateway.stopClock();
      followAccounts(gateway.services);
    }
  });
  afterEach(() => Promise.all(gateways.map((gateway) => gateway.close())));

  const commandOn = ({ sucursal, username }: typeof ROSA, ...args: string[]) =>
    promisify(execFile)(process.execPath, [...PROGRAM, ...args, '--office', sucursal, '--username', username], {
      env: { ...service.data, DEMO: '1' },
    });
  const command = (...args: string[]) => commandOn(ROSA, ...args);

  async function signIn(gateway: Gateway, who = ROSA): Promise<Browser> {
    const browser = new Browser(gateway);
    await browser.get('/api/auth/session');
    expect((await browser.post('/api/auth/login', who)).status).toBe(200);
    return browser;
  }

  /** @returns a person of a page of «Personas», who must be the only one. */
  async function find(admin: Browser, username: string, office = 'LIMA'): Promise<PersonOfOffice> {
    const response = await admin.get(`/api/people?officeId=${office}&buscar=${username}`);
    expect(response.status).toBe(200);
    const [person] = (response.body as PeoplePage).people;
    if (!person) throw new Error(`nobody ${username}`);
    return person;
  }

  /** An administrator's act on rosa.mamani. */
  async function change(act: string, body: object = {}, office = 'LIMA'): Promise<void> {
    const [first] = gateways;
    if (!first) throw new Error('no gateway');
    const admin = await signIn(first, ANA);
    const { id, version } = await find(admin, ROSA.username, office);
    const done = await admin.post(`/api/people/${id}/${act}?officeId=${office}`, { version, ...body });
    expect(done.status).toBe(200);
  }

  it('G44: a removed module takes effect at both gateways, and ends the streams', async () => {
    await command('user', 'modules', '--modules', MODULES);
    const browsers = await Promise.all(gateways.map((gateway) => signIn(gateway)));
    for (const browser of browsers) expect((await browser.get('/api/clients')).status).toBe(200);
    const streams = await Promise.all(browsers.map((browser) => openStream(browser)));
    await command('user', 'modules', '--modules', 'T02');
    await Promise.all(streams.map(({ ended }) => ended));
    for (const browser of browsers)
      await vi.waitFor(async () => expect((await browser.get('/api/clients')).status).toBe(403), WAIT);
  });

  it('G44: disabling a person ends three browsers and a stream at both gateways, permanently', async () => {
    const [first, second] = gateways;
    if (!first || !second) throw new Error('two gateways');
    const admin = await signIn(first, ANA);
    const browsers = [await signIn(first), await signIn(second), await signIn(second)];
    const streams = await Promise.all(browsers.map((browser) => openStream(browser)));
    const rosa = await find(admin, ROSA.username);
    // A gateway counts what is in its own store, or in the shared one, with sessions of the tests before.
    expect(rosa.sessions).toBeGreaterThanOrEqual(withRedis ? 3 : 1);
    const path = (act: string) => `/api/people/${rosa.id}/${act}?officeId=LIMA`;
    const disabled = await admin.post(path('disable'), { version: rosa.version });
    expect(disabled.status).toBe(200);
    try {
      await Promise.all(streams.map(({ ended }) => ended));
      for (const browser of browsers)
        await vi.waitFor(async () => expect((await browser.get('/api/storage')).status).toBe(401), WAIT);
      const again = new Browser(second);
      await again.get('/api/auth/session');
      expect((await again.post('/api/auth/login', ROSA)).status).toBe(401);
    } finally {
      const { version } = disabled.body as PersonOfOffice;
      expect((await admin.post(path('enable'), { version })).status).toBe(200);
    }
    await signIn(second);
  });

  it('G7: the list of people counts open sessions after sign-in, sign-out, end and expiry', async () => {
    const [first, second] = gateways;
    if (!first || !second) throw new Error('two gateways');
    // No other test of this file signs in as this person.
    const who = { ...ANA, username: 'elena.caja' };
    const { username } = who;
    const admins = [await signIn(first, ANA), await signIn(second, ANA)];
    /**
     * The number in the list of each gateway. With a separate store, a gateway counts only sessions that began there.
     */
    const expectCounts = async (atFirst: number, atSecond: number) => {
      const both = atFirst + atSecond;
      const counts = await Promise.all(admins.map(async (browser) => (await find(browser, username)).sessions));
      expect(counts).toEqual(withRedis ? [both, both] : [atFirst, atSecond]);
    };
    await expectCounts(0, 0);
    const kept = await signIn(first, who);
    const [left] = [await signIn(second, who), await signIn(second, who), await signIn(second, who)];
    await expectCounts(1, 3);
    await left.post('/api/auth/logout');
    await expectCounts(1, 2);
    // Idle for more than half an hour, while the others are used.
    for (const minutes of [20, 20]) {
      for (const gateway of gateways) gateway.advance(minutes * 60_000);
      for (const browser of [...admins, kept]) expect((await browser.get('/api/storage')).status).toBe(200);
    }
    for (const gateway of gateways) await gateway.services.sessions.endExpired();
    await expectCounts(1, 0);
    const { id } = await find(admins[1] ?? kept, username);
    // The sign-in is too old to end sessions of others.
    expect((await admins[1]?.post('/api/auth/proof', { current: ANA.password }))?.status).toBe(200);
    expect((await admins[1]?.post(`/api/users/LIMA/${id}/end-sessions`))?.status).toBe(200);
    await expectCounts(withRedis ? 0 : 1, 0);
  });

  // In Redis, disabling a person ends sessions in the same way.
  if (withRedis) return;
  it.each([
    ['a new password', LUIS, () => commandOn(LUIS, 'user', 'set-password', '--password-file', passwordFile)],
    ['revoked tokens', ROSA, () => command('user', 'revoke-tokens')],
    [
      'a move to another office',
      ROSA,
      () => change('move', { to: 'AREQUIPA' }),
      () => change('move', { to: 'LIMA' }, 'AREQUIPA'),
    ],
    ['a retirement', ROSA, () => change('retire'), () => change('enable')],
  ])(
    'G44: %s ends the sessions and streams at both gateways',
    async (_what, who, act, undo?: () => Promise<unknown>) => {
      const browsers = await Promise.all(gateways.map((gateway) => signIn(gateway, who)));
      const streams = await Promise.all(browsers.map((browser) => openStream(browser)));
      await act();
      await Promise.all(streams.map(({ ended }) => ended));
      for (const browser of browsers)
        await vi.waitFor(async () => expect((await browser.get('/api/storage')).status).toBe(401), WAIT);
      await undo?.();
    },
  );
});
