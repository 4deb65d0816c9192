import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRedis, startWithStore } from '../support/in-store.ts';
import { Browser, kindOf } from '../support/browser.ts';
import { type Gateway } from '../support/gateway.ts';
import { TestRedis } from '../support/redis.ts';

describe.runIf(hasRedis)('a full Redis', () => {
  let redis: TestRedis;
  let gateway: Gateway;
  let admin: ReturnType<typeof createClient>;
  beforeAll(async () => {
    redis = await TestRedis.start();
    admin = createClient({ url: redis.url });
    await admin.connect();
    gateway = await startWithStore({ REDIS_URL: redis.url });
  });
  afterAll(async () => {
    await gateway.close();
    admin.destroy();
    await redis.stop();
  });

  /** Simulates a full memory. With noeviction, Redis' default, it evicts nothing and rejects writes. */
  const fill = () => admin.configSet('maxmemory', '1');
  const empty = () => admin.configSet('maxmemory', '0');

  it('G8: a full store rejects logins, signs nobody out, allows logouts, and recovers', async () => {
    const { ana, rosa } = gateway.legacy.users;
    const [staying, leaving, coming] = [new Browser(gateway), new Browser(gateway), new Browser(gateway)];
    expect((await staying.signIn(ana)).status).toBe(200);
    expect((await leaving.signIn(rosa)).status).toBe(200);
    const left = leaving.copy();
    await coming.get('/api/auth/session');
    await fill();
    expect(kindOf(await coming.signIn(ana))).toBe('unavailable');
    expect(kindOf(await new Browser(gateway).get('/api/auth/session'))).toBe('unavailable');
    expect((await staying.get('/api/clients')).status).toBe(200);
    expect((await leaving.post('/api/auth/logout')).status).toBe(204);
    expect((await left.get('/api/clients')).status).toBe(401);
    await empty();
    expect((await left.get('/api/clients')).status).toBe(401);
    expect((await staying.get('/api/clients')).status).toBe(200);
    expect((await coming.signIn(ana)).status).toBe(200);
  });
});
