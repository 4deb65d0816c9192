import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { followAccounts } from '#policy/proxy/follow-accounts.ts';
import { hasRedis, startWithStore } from '../support/both-stores.ts';
import { Browser } from '../support/browser.ts';
import { openStream } from '../support/event-stream.ts';
import { type Gateway } from '../support/gateway.ts';
import { TestRedis } from '../support/redis.ts';
import { PROGRAM, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const ROSA = { sucursal: 'LIMA', username: 'rosa.mamani', password: 'despacho' };
/** Those of rosa.mamani in the demo; 000 is the one for clients. */
const MODULES = 'T02,000';
const WAIT = { timeout: 20_000, interval: 50 };

describe.each([false, ...(hasRedis ? [true] : [])])('two gateways with our own service (Redis: %s)', (withRedis) => {
  let folder: string;
  let passwordFile: string;
  let service: ServiceProcess;
  let redis: TestRedis | undefined;
  let gateways: Gateway[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'despacho-accounts-'));
    passwordFile = join(folder, '..', `${folder.split('/').at(-1) ?? ''}-password`);
    await writeFile(passwordFile, ROSA.password);
    service = await startServiceProcess({ keptIn: folder });
    if (withRedis) redis = await TestRedis.start();
  }, 120_000);
  afterAll(async () => {
    await service.stop();
    await redis?.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(passwordFile);
  });
  beforeEach(async () => {
    const settings = { ...service.environment, UPSTREAM_TIMEOUT_MS: '9500', REDIS_URL: redis?.url };
    gateways = [await startWithStore(settings), await startWithStore(settings)];
    for (const gateway of gateways) {
      // Nothing known about a person becomes old by itself.
      gateway.stopClock();
      followAccounts(gateway.services);
    }
  });
  afterEach(() => Promise.all(gateways.map((gateway) => gateway.close())));

  const command = (...args: string[]) =>
    promisify(execFile)(process.execPath, [...PROGRAM, ...args, '--office', 'LIMA', '--username', ROSA.username], {
      env: { DATA_DIR: folder, DEMO: '1' },
    });

  async function signIn(gateway: Gateway): Promise<Browser> {
    const browser = new Browser(gateway);
    await browser.get('/api/auth/session');
    expect((await browser.post('/api/auth/login', ROSA)).status).toBe(200);
    return browser;
  }

  it('G44: a removed module takes effect at both, and ends their streams', async () => {
    await command('user', 'modules', '--modules', MODULES);
    const browsers = await Promise.all(gateways.map(signIn));
    for (const browser of browsers) expect((await browser.get('/api/clients')).status).toBe(200);
    const streams = await Promise.all(browsers.map((browser) => openStream(browser)));
    try {
      await command('user', 'modules', '--modules', 'T02');
      await Promise.all(streams.map(({ ended }) => ended));
      for (const browser of browsers)
        await vi.waitFor(async () => expect((await browser.get('/api/clients')).status).toBe(403), WAIT);
    } finally {
      await command('user', 'modules', '--modules', MODULES);
    }
  });

  it.each([
    ['a new password', () => command('user', 'set-password', '--password-file', passwordFile)],
    ['revoked tokens', () => command('user', 'revoke-tokens')],
  ])('G44: %s ends the sessions and streams at both', async (_what, change) => {
    const browsers = await Promise.all(gateways.map(signIn));
    const streams = await Promise.all(browsers.map((browser) => openStream(browser)));
    await change();
    await Promise.all(streams.map(({ ended }) => ended));
    for (const browser of browsers)
      await vi.waitFor(async () => expect((await browser.get('/api/storage')).status).toBe(401), WAIT);
  });
});
