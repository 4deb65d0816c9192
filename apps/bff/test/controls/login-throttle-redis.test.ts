import { testNeedsOpenFiles, testsNeed } from '@despacho/tooling/machine/needs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from 'redis';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { TestRedis } from '../support/redis.ts';
import { kindOf } from '../support/browser.ts';
import { BEHIND_A_PROXY, CROWDED, SOON, tryTimes, tryToSignIn, UNHURRIED, visitorFrom } from '../support/visitors.ts';

describe.runIf(testsNeed('redis-server'))('failed logins counted in Redis', () => {
  let redis: TestRedis;
  let gateways: Gateway[] = [];
  beforeAll(async () => {
    redis = await TestRedis.start();
  });
  afterAll(() => redis.stop());
  beforeEach(async () => {
    const client = await createClient({ url: redis.url }).connect();
    await client.flushAll();
    client.destroy();
    gateways = [];
  });
  afterEach(async () => {
    await Promise.all(gateways.map((gateway) => gateway.close()));
  });

  /** @param like another gateway whose hosts to use. */
  async function start(like?: Gateway): Promise<Gateway> {
    const settings = { ...BEHIND_A_PROXY, ...UNHURRIED, ...like?.legacy.environment, REDIS_URL: redis.url };
    const gateway = await startGateway(settings, { wait: () => Promise.resolve() });
    gateway.stopClock();
    gateways.push(gateway);
    await vi.waitFor(() => gateway.services.sessions.ping(), SOON);
    return gateway;
  }
  const asked = () => gateways.reduce((sum, { legacy }) => sum + legacy.hitsOf('/base/auth').length, 0);
  const ana = () => ({ username: 'ana', password: gateways[0]?.legacy.users.ana.password ?? '' });

  it('G19: limits three hundred concurrent guesses at two gateways together', CROWDED, async ({ skip }) => {
    testNeedsOpenFiles(1000, skip);
    const visitors = await Promise.all(
      [await start(), await start()].map((gateway) => visitorFrom(gateway, '203.0.113.7')),
    );
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        tryToSignIn((visitors[index % 2] ?? expect.unreachable()).copy(), { username: 'ana' }),
      ),
    );
    expect(asked()).toBe(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(290);
    const refused = await tryToSignIn(visitors[0] ?? expect.unreachable(), ana());
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(290);
    const beto = { sucursal: 'CUSCO', username: 'beto', password: gateways[0]?.legacy.users.beto.password ?? '' };
    expect((await tryToSignIn(visitors[0] ?? expect.unreachable(), beto)).status).toBe(200);
  });

  it('G19: an address may fail a hundred times at both gateways together, then once more later', async () => {
    const [one, other] = [await start(), await start()];
    const visitors = await Promise.all([one, other].map((gateway) => visitorFrom(gateway, '203.0.113.7')));
    const statuses = await tryTimes(101, (turn) =>
      tryToSignIn(visitors[turn % 2] ?? expect.unreachable(), { username: `person ${turn}` }),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(statuses[100]).toBe(429);
    one.advance(36_000);
    const [first] = visitors;
    expect((await tryToSignIn(first ?? expect.unreachable(), { username: 'one more' })).status).toBe(401);
    expect((await tryToSignIn(first ?? expect.unreachable(), { username: 'and another' })).status).toBe(429);
  });

  it('G19: counters and known addresses survive a restart; successes do not count', async () => {
    const before = await start();
    const owner = await visitorFrom(before, '192.0.2.1');
    expect(await tryTimes(9, () => tryToSignIn(owner, { username: 'ana' }))).toEqual(Array(9).fill(401));
    before.legacy.on('GET /base/auth', (_hit, res) => res.writeHead(500).end());
    expect(await tryTimes(5, () => tryToSignIn(owner, ana()))).toEqual(Array(5).fill(503));
    before.legacy.on('GET /base/auth', undefined);
    expect((await tryToSignIn(owner, ana())).status).toBe(200);
    const stranger = await visitorFrom(before, '203.0.113.7');
    expect(await tryTimes(11, () => tryToSignIn(stranger, { username: 'ana' }))).toEqual([
      ...Array<number>(10).fill(401),
      429,
    ]);

    const after = await start();
    expect((await tryToSignIn(await visitorFrom(after, '203.0.113.7'), ana())).status).toBe(429);
    expect((await tryToSignIn(await visitorFrom(after, '192.0.2.1'), ana())).status).toBe(200);
  });

  it('G19: the stored entries name nobody and expire', async () => {
    const gateway = await start();
    await tryToSignIn(await visitorFrom(gateway, '203.0.113.7'), { username: 'ana' });
    await tryToSignIn(await visitorFrom(gateway, '203.0.113.7'), ana());
    const client = await createClient({ url: redis.url }).connect();
    const keys = (await client.keys('despacho:*')).filter((key) => /:(throttle|known):/.test(key));
    const kept = await Promise.all(
      keys.map(async (key) => {
        const value = key.includes(':known:') ? await client.zRange(key, 0, -1) : await client.get(key);
        return { key, value, expires: await client.pTTL(key) };
      }),
    );
    client.destroy();
    expect(kept.map(({ key }) => key.split(':')[1]).sort()).toEqual(['known', 'throttle']);
    for (const { expires } of kept) expect(expires).toBeGreaterThan(0);
    for (const typed of ['ana', 'lima', '203.0.113.7']) expect(JSON.stringify(kept).toLowerCase()).not.toContain(typed);
  });

  it('G8 G19: refuses logins without Redis and recovers by itself', async () => {
    const gateway = await start();
    const visitor = await visitorFrom(gateway, '203.0.113.7');
    await redis.stop();
    const refused = await tryToSignIn(visitor, ana());
    expect([refused.status, kindOf(refused)]).toEqual([503, 'unavailable']);
    expect(asked()).toBe(0);
    await redis.resume();
    await vi.waitFor(() => gateway.services.sessions.ping(), SOON);
    expect((await tryToSignIn(await visitorFrom(gateway, '203.0.113.7'), ana())).status).toBe(200);
  });
});
