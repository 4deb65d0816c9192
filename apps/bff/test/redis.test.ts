import { testsNeed } from '@despacho/tooling/machine/needs';
import { createClient } from 'redis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSealer } from '@despacho/server/sealing';
import { sessionKey } from '#session/session-id.ts';
import { Browser, kindOf } from './support/browser.ts';
import { type Gateway, SECRETS, startGateway } from './support/gateway.ts';
import { TestRedis } from './support/redis.ts';

const installed = testsNeed('redis-server');
const sealer = createSealer([SECRETS.SESSION_SECRET]);

async function eventually(check: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('It did not come to pass within five seconds');
}

describe.runIf(installed)('sessions in Redis', () => {
  let redis: TestRedis;
  let gateway: Gateway;
  beforeAll(async () => {
    redis = await TestRedis.start();
  });
  afterAll(() => redis.stop());
  beforeEach(async () => {
    gateway = await startGateway({ REDIS_URL: redis.url });
    await eventually(() =>
      gateway.services.sessions.ping().then(
        () => true,
        () => false,
      ),
    );
  });
  afterEach(() => gateway.close());

  /** Everything in Redis, as a copy would contain it, and the records opened with the gateway's secret. */
  const dump = async (): Promise<{ raw: string; opened: string }> => {
    const client = createClient({ url: redis.url });
    await client.connect();
    const raw: unknown[] = [];
    const opened: string[] = [];
    for (const key of await client.keys('*')) {
      const type = await client.type(key);
      if (type === 'hash') {
        const fields = await client.hGetAll(key);
        raw.push(key, fields);
        const session = key.replace('despacho:3:session:', '');
        opened.push(sealer.open(fields['record'] ?? '', session) ?? '');
        opened.push(sealer.open(fields['use'] ?? '', `${session} use`) ?? '');
      } else if (type === 'zset') raw.push(key, await client.zRange(key, 0, -1));
      else raw.push(key, await client.get(key));
    }
    await client.close();
    return { raw: JSON.stringify(raw), opened: opened.join('\n') };
  };

  it('C3 G9: a copy of the store contains only sealed records and hashes', async () => {
    const browser = new Browser(gateway);
    const { ana } = gateway.legacy.users;
    await browser.signIn(ana);
    const { raw, opened } = await dump();
    // The control: the records exist and open with the secret.
    expect(opened).toContain('Nombre de ana');
    expect(opened).toContain('127.0.0.1');
    const { sealed } = JSON.parse(opened.split('\n').find((text) => text.includes('Nombre de ana')) ?? '') as {
      sealed: string;
    };
    const key = sessionKey(browser.cookies.get('despacho') ?? '');
    expect(sealer.open(sealed, key)).toContain(ana.token);
    const secrets = [ana.token, ana.ruc ?? '', ana.password, 'branch-LIMA', browser.cookies.get('despacho') ?? ''];
    for (const text of [...secrets, browser.csrfToken, 'Nombre de ana', '127.0.0.1', '"ana"', 'id:1'])
      expect(raw).not.toContain(text);
    // As whole words: any three or four letters occur by chance in a sealed record.
    expect(raw).not.toMatch(/(?<![\w-])(LIMA|G01)(?![\w-])/);
    expect(opened).toMatch(/(?<![\w-])G01(?![\w-])/);
    for (const secret of secrets) expect(opened).not.toContain(secret);
  });

  it('S5: two gateways share a session, which survives a restart and ends at both', async () => {
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    const { API_URL, BASE_URL, STORAGE_URL } = gateway.legacy.environment;
    const second = await startGateway({ REDIS_URL: redis.url, API_URL, BASE_URL, STORAGE_URL });
    try {
      await eventually(() =>
        second.services.sessions.ping().then(
          () => true,
          () => false,
        ),
      );
      const there = new Browser(second);
      for (const [name, value] of browser.cookies) there.cookies.set(name, value);
      expect((await there.get('/api/clients')).status).toBe(200);
      await browser.copy().post('/api/auth/logout');
      expect((await there.get('/api/clients')).status).toBe(401);
    } finally {
      await second.close();
    }
  });

  it('G8: without the store everything is a 503, nobody is signed out, and it recovers', async () => {
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    await redis.stop();
    const hits = gateway.legacy.hits.length;
    for (const path of ['/api/clients', '/api/auth/session', '/api/storage']) {
      const response = await browser.get(path);
      expect([path, response.status, kindOf(response)]).toEqual([path, 503, 'unavailable']);
    }
    expect(kindOf(await new Browser(gateway).get('/api/auth/session'))).toBe('unavailable');
    expect((await browser.get('/api/config')).status).toBe(200);
    expect(gateway.legacy.hits).toHaveLength(hits);
    expect(browser.cookies.has('despacho')).toBe(true);
    await expect(gateway.services.sessions.ping()).rejects.toThrow();
    await redis.resume();
    await eventually(async () => (await new Browser(gateway).get('/api/auth/session')).status === 401);
    const after = new Browser(gateway);
    expect((await after.signIn(gateway.legacy.users.ana)).status).toBe(200);
  });
});
