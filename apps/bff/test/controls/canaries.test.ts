import { once } from 'node:events';
import { connect } from 'node:net';
import { jwtVerify } from 'jose';
import { createClient } from 'redis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#config.ts';
import { createSealer } from '@despacho/server/sealing';
import { hasRedis, startWithStore } from '../support/in-store.ts';
import { Browser } from '../support/browser.ts';
import { type Respond, sendJson } from '../support/fake-upstream.ts';
import { type Gateway, SECRETS, TILES_KEY } from '../support/gateway.ts';
import { TestRedis } from '../support/redis.ts';
import { secretsIn, spellingsOf } from '../support/spellings.ts';

const PASSWORD = 'canary+pass word/ñ&=%';
const REDIS_PASSWORD = 'canary/redis+password?0123';

/** Everything a user with all permissions can trigger, including refusals, outages and wrong responses of the hosts. */
async function exercise(gateway: Gateway): Promise<void> {
  const { ana } = gateway.legacy.users;
  const browser = new Browser(gateway);
  await browser.get('/api/config');
  await browser.get('/api/auth/session');
  await browser.signIn({ ...ana, password: `${PASSWORD}!` });
  await browser.signIn(ana);
  const paths = `/api/auth/session /api/auth/sessions /api/users /api/users/CUSCO /api/clients
    /api/clients/7 /api/clients/404 /api/storage /api/offices /api/nothing /tiles/3/1/2 /clients
    /assets/main-abc123.js`.split(/\s+/);
  for (const path of paths)
    for (const encoding of ['identity', 'gzip', 'br']) await browser.get(path, { 'accept-encoding': encoding });
  await browser.get('/api/clients/a%20b?secret=canary-query');
  await browser.get('/api/x%0aInjected');
  await browser.post('/api/permission/3', { permissionsList: [{ module: 'T02' }] });
  await browser.post('/api/permission/1', { permissionsList: [] });
  const leaky =
    (status: number): Respond =>
    (_hit, res) => {
      const text = `token ${ana.token} clave ${SECRETS.STORAGE_PASSWORD} ruc ${ana.ruc ?? ''} branch-LIMA`;
      sendJson(res, status, status === 200 ? [{ id: 1, nota: text }] : { message: text });
    };
  const faults = [200, 302, 400, 401, 403, 404, 409, 422, 500, 504];
  const routes = ['GET /base/clients/', 'GET /storage/sgdempresa/findPredeterminado', 'GET /api/users/LIMA'];
  for (const status of faults) {
    for (const route of routes) gateway.legacy.on(route, leaky(status));
    for (const path of ['/api/clients', '/api/storage', '/api/users']) await browser.get(path);
  }
  for (const route of routes) gateway.legacy.on(route, undefined);
  gateway.legacy.on('GET /base/auth/credentials', (_hit, _res, req) => req.socket.destroy());
  gateway.advance(120_000);
  await browser.get('/api/auth/session');
  gateway.legacy.on('GET /base/auth/credentials', undefined);
  await browser.post('/api/auth/login?user=ana&password=x', {});
}

/** Each canary reached its destination: otherwise finding none elsewhere would prove nothing. */
async function expectInPlay(gateway: Gateway, sealed: string[]): Promise<void> {
  const { ana } = gateway.legacy.users;
  const arrived = JSON.stringify(gateway.legacy.received);
  const shown = [ana.token, ana.ruc ?? '', SECRETS.STORAGE_USER, SECRETS.STORAGE_PASSWORD, 'branch-LIMA'];
  expect(secretsIn(arrived, shown)).toEqual(shown);
  expect(gateway.legacy.hitsOf('/base/auth').map(({ query }) => query['password'])).toContain(PASSWORD);
  const others = [...Object.values(SECRETS), ana.token, PASSWORD];
  expect(secretsIn(JSON.stringify(gateway.tiles.received), [TILES_KEY, ...others])).toEqual([TILES_KEY]);
  expect(secretsIn(JSON.stringify(gateway.dispatch.received), [TILES_KEY, ...others])).toEqual([]);
  const assertion = gateway.dispatch.hitsOf('/operations/offices')[0]?.headers.authorization?.split(' ')[1] ?? '';
  const key = new TextEncoder().encode(SECRETS.OPERATIONS_KEY);
  expect((await jwtVerify(assertion, key, { currentDate: new Date() })).payload['username']).toBe('ana');
  // A session contains all of them, but only sealed.
  const sealer = createSealer([SECRETS.SESSION_SECRET]);
  const opened = sealed.map((text) => {
    const [context = '', seal = ''] = text.split(' ');
    return sealer.open(seal, context) ?? '';
  });
  expect(secretsIn(opened.join(), [ana.token, ana.ruc ?? '', 'branch-LIMA'])).toHaveLength(3);
}

/** @returns `key seal` of each stored session. */
const sealsIn = (stored: string): string[] =>
  [...stored.matchAll(/^create \["([^"]+)".*?"sealed":"([^"]+)"/gm)].map(([, key = '', seal = '']) => `${key} ${seal}`);

describe('canaries', () => {
  let gateway: Gateway | undefined;
  let redis: TestRedis | undefined;
  beforeEach(() => {
    gateway = undefined;
    redis = undefined;
  });
  afterEach(() => redis?.stop());

  it('G11: the secrets of the tests are distinct, and none is part of another', () => {
    const all = [...Object.values(SECRETS), TILES_KEY, PASSWORD, REDIS_PASSWORD];
    for (const secret of all) expect(all.filter((other) => other.includes(secret))).toEqual([secret]);
    for (const secret of all) expect(secretsIn(spellingsOf(secret).join(' '), all)).toEqual([secret]);
  });

  it('G11 C3: no credential reaches the browser, a log line, a metric or the session store', async () => {
    gateway = await startWithStore({});
    const { ana } = gateway.legacy.users;
    ana.password = PASSWORD;
    await exercise(gateway);
    const { stored, tap } = gateway.evidence();
    await expectInPlay(gateway, sealsIn(stored));
    const bodies = tap.exchanges().map(({ answer }) => answer.body.toString());
    expect(bodies.filter((body) => body.includes('Óptica'))).not.toHaveLength(0);
    expect(bodies.filter((body) => body.includes('console.log("plain")'))).toHaveLength(3);
    expect(gateway.logLines().length).toBeGreaterThan(40);
    expect(gateway.services.metrics.render()).toContain(
      'gateway_requests_total{operation="clients.list",status="200"}',
    );
    // Closing searches everything sent, logged, counted and stored for each secret.
    await gateway.close();
  });

  it.runIf(hasRedis)(
    'G9 G11: a copy of Redis contains no credential, cookie or csrf secret in plain text',
    async () => {
      redis = await TestRedis.start(REDIS_PASSWORD);
      gateway = await startWithStore({ REDIS_URL: redis.url });
      const { ana } = gateway.legacy.users;
      ana.password = PASSWORD;
      expect(await answerWithoutPassword(redis.port)).toMatch(/^-NOAUTH/);
      await exercise(gateway);
      const dump = await dumpOf(redis.url);
      const browser = new Browser(gateway);
      await browser.signIn(ana);
      const secrets = [...gateway.evidence().secrets, REDIS_PASSWORD, PASSWORD, browser.cookies.get('despacho') ?? ''];
      expect(recordsIn(dump).some((record) => record.includes('"username":"ana"'))).toBe(true);
      for (const text of [dump, await dumpOf(redis.url)])
        expect(secretsIn(text, [...secrets, browser.csrfToken])).toEqual([]);
      for (const text of [gateway.logText(), gateway.services.metrics.render()])
        expect(secretsIn(text, [...secrets, browser.csrfToken])).toEqual([]);
      await gateway.close();
    },
  );

  it('G11: a startup error names the setting and never the value', () => {
    const values = {
      SESSION_SECRET: 'canary-short-secret',
      OPERATIONS_KEY: 'canary-short-key',
      REDIS_URL: `http://:${encodeURIComponent(REDIS_PASSWORD)}@127.0.0.1`,
      STORAGE_USER: 'canary-storage-ñ',
      STORAGE_PASSWORD: 'canary-storage\npassword',
      STORAGE_TAX_ID: '',
      TILES_URL: `http://tiles.example/{z}/{x}?key=${TILES_KEY}`,
      API_URL: `https://user:${encodeURIComponent(PASSWORD)}@legacy.example.pe/`,
    };
    let output = '';
    try {
      readConfig(values);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      output = `${error.message} ${error.stack ?? ''} ${JSON.stringify(error)}`;
    }
    for (const name of ['SESSION_SECRET', 'OPERATIONS_KEY', 'REDIS_URL', 'STORAGE_PASSWORD', 'TILES_URL', 'API_URL'])
      expect(output).toContain(name);
    const secrets = [...Object.values(values), REDIS_PASSWORD, PASSWORD, TILES_KEY, 'canary'].filter(Boolean);
    expect(secretsIn(output, secrets)).toEqual([]);
  });

  it('C3: the log contains no query and no cookie, and every line is one object', async () => {
    gateway = await startWithStore({});
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    await browser.get('/api/clients/a%20b?secret=canary-query');
    await browser.get('/api/x%0aInjected');
    const log = gateway.logText();
    expect(log).toContain('"path":"/api/clients/a%20b"');
    expect(secretsIn(log, ['canary-query', browser.cookies.get('despacho') ?? '', browser.csrfToken])).toEqual([]);
    for (const line of log.trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ service: 'gateway', time: expect.stringMatching(/Z$/) as string });
    await gateway.close();
  });
});

/** @returns the sessions of a dump, opened with the secret. */
function recordsIn(dump: string): string[] {
  const sealer = createSealer([SECRETS.SESSION_SECRET]);
  return [...dump.matchAll(/session:(\S+) .*?"record":"([^"]+)"/g)].map(
    ([, key = '', seal = '']) => sealer.open(seal, key) ?? '',
  );
}

/** @returns what Redis answers to a client without the password. */
async function answerWithoutPassword(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write('PING\r\n');
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return chunk.toString();
}

/** Everything in a Redis, as text. */
async function dumpOf(url: string): Promise<string> {
  const client = createClient({ url });
  await client.connect();
  const lines: string[] = [];
  for (const key of await client.keys('*')) {
    const type = await client.type(key);
    const value =
      type === 'string'
        ? await client.get(key)
        : type === 'hash'
          ? JSON.stringify(await client.hGetAll(key))
          : type === 'zset'
            ? JSON.stringify(await client.zRange(key, 0, -1))
            : type === 'set'
              ? JSON.stringify(await client.sMembers(key))
              : `a ${type}, which this dump does not know`;
    expect(value).not.toMatch(/does not know/);
    lines.push(`${key} ${value ?? ''}`);
  }
  await client.close();
  return lines.join('\n');
}
