import { testsNeed } from '@despacho/tooling/machine/needs';
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Browser, kindOf } from './support/browser.ts';
import { type Respond, sendJson } from './support/fake-upstream.ts';
import { type Gateway, ORIGIN, startGateway } from './support/gateway.ts';
import { addPerson } from './support/legacy.ts';
import { TestRedis } from './support/redis.ts';

const SAVE = 'POST /api/permission/3';
const lists = (...codes: string[]) => ({ permissionsList: codes.map((module) => ({ module })) });

let gateway: Gateway;
let ana: Browser;
let gloria: Browser;
beforeEach(async () => {
  gateway = await startGateway({ UPSTREAM_TIMEOUT_MS: '3000' });
  ana = new Browser(gateway);
  gloria = new Browser(gateway);
  await ana.signIn(gateway.legacy.users.ana);
  await gloria.signIn(gateway.legacy.users.gloria);
});
afterEach(() => gateway.close());

/** A host whose saves are slow, so that another request can be validated against the earlier list. */
function saveSlowly(...ids: string[]): void {
  for (const id of ids)
    gateway.legacy.on(`POST /api/permission/${id}`, async ({ body }, res) => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      const target = Object.values(gateway.legacy.users).find((user) => user.id === id);
      const saved = JSON.parse(body) as ReturnType<typeof lists>;
      if (target) target.modules = saved.permissionsList.map(({ module }) => module);
      sendJson(res, 200, saved);
    });
}

describe('two concurrent saves', () => {
  it('S27: from the same list give one save and one conflict', async () => {
    saveSlowly('3');
    const basedOn = ['T02', '000'];
    const answers = await Promise.all([
      ana.post('/api/permission/3', { ...lists('T02', '000', 'D01'), basedOn }),
      gloria.post('/api/permission/3?officeId=LIMA', { ...lists('T02'), basedOn }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(gateway.legacy.hitsOf('/api/permission/3')).toHaveLength(1);
  });

  it.each([
    ['two', 'A', ['LIMA', 'LIMA']],
    ['two of charge S', 'S', ['LIMA', 'LIMA']],
    ['two of charge S in two offices', 'S', ['LIMA', 'CUSCO']],
  ])('S27 G38: by the last %s with G01, each removing the other’s, leave one', async (_what, charge, offices) => {
    const { users } = gateway.legacy;
    // They are the last with charge S, although others with charge A have G01 too.
    users.ana.modules = [];
    users.gloria.modules = users.beto.modules = charge === 'S' ? ['G01'] : [];
    const [first = expect.unreachable(), second = expect.unreachable()] = offices.map((office, index) =>
      addPerson(gateway.legacy, `p${index}`, { charge, office, modules: ['G01'] }),
    );
    const [a, b] = [new Browser(gateway), new Browser(gateway)];
    await a.signIn(first);
    await b.signIn(second);
    saveSlowly(String(first.id), String(second.id));
    const answers = await Promise.all([
      a.post(`/api/permission/${second.id}?officeId=${second.office}`, lists()),
      b.post(`/api/permission/${first.id}?officeId=${first.office}`, lists()),
    ]);
    expect(answers.filter(({ status }) => status !== 200).map(kindOf)).toEqual(['permission-rule']);
    expect([first, second].filter(({ modules }) => modules.includes('G01'))).toHaveLength(1);
  });
});

describe.runIf(testsNeed('redis-server'))('two concurrent saves at two gateways with one Redis', () => {
  let redis: TestRedis;
  const gateways: Gateway[] = [];
  beforeEach(async () => {
    redis = await TestRedis.start();
    const environment = { UPSTREAM_TIMEOUT_MS: '3000', REDIS_URL: redis.url, ...gateway.legacy.environment };
    gateways.push(await startGateway(environment), await startGateway(environment));
  });
  afterEach(async () => {
    for (const each of gateways.splice(0)) await each.close();
    await redis.stop();
  });

  it('S27 G38: by the last two of charge S with G01, each removing the other’s, leave one', async () => {
    const { users } = gateway.legacy;
    users.ana.modules = users.gloria.modules = users.beto.modules = [];
    const pair = ['p0', 'p1'].map((name) => addPerson(gateway.legacy, name, { charge: 'S', modules: ['G01'] }));
    saveSlowly(...pair.map(({ id }) => String(id)));
    const browsers = gateways.map((each) => new Browser(each));
    for (const [index, browser] of browsers.entries()) await browser.signIn(pair[index] ?? expect.unreachable());
    const answers = await Promise.all(
      browsers.map((browser, index) => browser.post(`/api/permission/${pair[1 - index]?.id}`, lists())),
    );
    // The second is refused by the rule, or because the first has ended its session already.
    expect(answers.filter(({ status }) => status !== 200).map(kindOf)).toEqual([
      expect.stringMatching(/^(?:permission-rule|no-session)$/),
    ]);
    expect(pair.filter(({ modules }) => modules.includes('G01'))).toHaveLength(1);
  });
});

describe('the audit of a save (G38)', () => {
  const audit = () =>
    gateway
      .logLines()
      .filter(({ event }) => String(event).startsWith('permissions.'))
      .map(({ event, outcome, by, target, officeId, before, after }) => ({
        event,
        ...(outcome !== undefined && { outcome }),
        change: { by, target, officeId, before, after },
      }));
  const change = {
    by: 'gloria',
    target: '3',
    officeId: 'LIMA',
    before: ['T02', '000', 'X99'],
    after: ['T02', 'X99'],
  };
  const whole = (outcome: string) => [
    { event: 'permissions.requested', change },
    { event: 'permissions.settled', outcome, change },
  ];

  const hosts: [what: string, respond: Respond, outcome: string][] = [
    [
      'saves',
      ({ body }, res) => {
        sendJson(res, 200, JSON.parse(body));
      },
      'accepted',
    ],
    ['says nothing but yes', (_hit, res) => res.writeHead(200).end(), 'accepted'],
    ['says yes in another way', (_hit, res) => res.writeHead(200).end('<html>'), 'accepted'],
    ['says yes and then nothing', (_hit, res) => res.writeHead(200).write('{'), 'accepted'],
    ['refuses', (_hit, res) => res.writeHead(400).end('{}'), 'refused'],
    ['does not know the token', (_hit, res) => res.writeHead(401).end(), 'refused'],
    ['fails', (_hit, res) => res.writeHead(500).end(), 'unknown'],
    ['is unavailable', (_hit, res) => res.writeHead(503).end(), 'unknown'],
    ['redirects', (_hit, res) => res.writeHead(302, { location: '/login' }).end(), 'unknown'],
    ['hangs up', (_hit, _res, req) => req.socket.destroy(), 'unknown'],
    ['never answers', () => undefined, 'unknown'],
  ];
  it.each(hosts)('is logged before the call and after it, if the host %s', async (_what, respond, outcome) => {
    let before: unknown;
    gateway.legacy.on(SAVE, (hit, res, req) => {
      before = audit();
      return respond(hit, res, req);
    });
    await gloria.post('/api/permission/3', lists('T02'));
    expect(before).toEqual([{ event: 'permissions.requested', change }]);
    expect(audit()).toEqual(whole(outcome));
  });

  it('is also logged if the browser disconnects meanwhile', async () => {
    gateway.legacy.on(SAVE, () => undefined);
    const call = request({
      port: gateway.port,
      method: 'POST',
      path: '/api/permission/3',
      headers: {
        cookie: gloria.cookieHeader,
        origin: ORIGIN,
        'x-xsrf-token': gloria.csrfToken,
        'content-type': 'application/json',
      },
    });
    call.on('error', () => undefined);
    call.end(JSON.stringify(lists('T02')));
    await vi.waitFor(() => {
      expect(gateway.legacy.hitsOf('/api/permission/3')).toHaveLength(1);
    });
    call.destroy();
    await vi.waitFor(() => {
      expect(audit()).toEqual(whole('unknown'));
    });
    expect(gateway.logLines().map(({ kind }) => kind)).not.toContain('upstream-timeout');
  });
});

describe('a success with an unknown body (S32)', () => {
  const say =
    (status: number, body: string | Buffer, headers: Record<string, string> = {}): Respond =>
    (_hit, res) =>
      res.writeHead(status, headers).end(body);
  const INCOMPLETE: Respond = (_hit, res) => {
    res.writeHead(200, { 'content-length': '900' }).write('{"ok":');
    setImmediate(() => res.socket?.destroy());
  };

  const SUCCESSES: [what: string, respond: Respond][] = [
    ['"ok"', say(200, '"ok"')],
    ['true', say(200, 'true')],
    ['false', say(200, 'false')],
    ['null', say(200, 'null')],
    ['[]', say(200, '[]')],
    ['a list', say(201, '[{"id":3}]')],
    ['OK', say(200, 'OK', { 'content-type': 'text/plain' })],
    ['nothing', say(200, '')],
    ['204', say(204, '')],
    ['202', say(202, '"pendiente"')],
    ['a page', say(200, '<html>Guardado</html>', { 'content-type': 'text/html' })],
    ['bytes that are no text', say(200, Buffer.from([0xff, 0xfe, 0]))],
    ['something compressed', say(200, Buffer.from([31, 139, 8, 0]), { 'content-encoding': 'gzip' })],
    ['nesting without end', say(200, '['.repeat(50_000))],
    ['an answer that is cut', INCOMPLETE],
  ];

  it.each(SUCCESSES)('S27 G27: %s is done, called once and reported as done', async (_what, respond) => {
    gateway.legacy.on(SAVE, respond);
    const response = await gloria.post('/api/permission/3', lists('T02'));
    expect([response.status, response.body]).toEqual([200, {}]);
    expect(gateway.legacy.hitsOf('/api/permission/3')).toHaveLength(1);
  });

  it('S27 G27: with an endless body is read up to its limit, and the save is done', async () => {
    const closed = Promise.withResolvers<undefined>();
    let sent = 0;
    gateway.legacy.on(SAVE, (_hit, res) => {
      res.writeHead(200);
      const more = () => {
        while (!res.destroyed && res.write('x'.repeat(65_536))) sent += 65_536;
        if (!res.destroyed) res.once('drain', more);
      };
      res.once('close', () => {
        closed.resolve(undefined);
      });
      more();
    });
    const response = await gloria.post('/api/permission/3', lists('T02'));
    expect([response.status, response.body]).toEqual([200, {}]);
    await closed.promise;
    // The limit is 512 KB, plus the buffers of the two sockets.
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  it.each<[string, Respond, number]>([
    ['hangs up once it was asked', (_hit, _res, req) => req.socket.destroy(), 502],
    ['never answers', () => undefined, 504],
    ['fails', say(500, '{}'), 500],
    ['is away behind its own gateway', say(502, ''), 502],
    ['is unavailable', say(503, ''), 503],
  ])(
    'S38: a host that %s leaves the result unknown, and the response says that it was called',
    async (_what, respond, status) => {
      gateway.legacy.on(SAVE, respond);
      const response = await gloria.post('/api/permission/3', lists('T02'));
      expect([response.status, response.body]).toEqual([status, expect.objectContaining({ forwarded: true })]);
    },
  );

  it('S38: an unreadable list and a refusal of the host leave a known result', async () => {
    gateway.legacy.on('GET /api/users/LIMA', (_hit, _res, req) => req.socket.destroy());
    expect((await gloria.post('/api/permission/3', lists('T02'))).body).not.toHaveProperty('forwarded');
    gateway.legacy.on('GET /api/users/LIMA', undefined);
    gateway.legacy.on(SAVE, say(400, '{"message":"no"}'));
    expect((await gloria.post('/api/permission/3', lists('T02'))).body).not.toHaveProperty('forwarded');
  });
});

describe('additional fields of a module', () => {
  it('S27 S32: are sent back with a save, and only secret ones are hidden from the browser', async () => {
    const entries = [
      { module: 'T02', desde: '2020-01-01', sede: { id: 4 }, clave: 'no-debe-verse' },
      { module: '000', orden: 2 },
      { module: 'X99', nivel: 'alto' },
      { module: { es: 'nuevo' } },
      'D05',
    ];
    gateway.legacy.on('GET /api/users/LIMA', (_hit, res) => {
      sendJson(res, 200, [{ id: 3, username: 'rosa', charge: 'O', permissionsList: entries }]);
    });
    const list = await gloria.get('/api/users');
    expect(list.body).toEqual([
      {
        id: 3,
        username: 'rosa',
        charge: 'O',
        permissionsList: [
          { module: 'T02', desde: '2020-01-01', sede: { id: 4 } },
          { module: '000', orden: 2 },
          { module: 'X99', nivel: 'alto' },
        ],
        sinInterpretar: { permissionsList: [{ module: { es: 'nuevo' } }, 'D05'] },
      },
    ]);
    const saved = await gloria.post('/api/permission/3', { ...lists('T02', 'D01'), basedOn: ['T02', '000'] });
    expect(saved.status).toBe(200);
    const [hit] = gateway.legacy.hitsOf('/api/permission/3');
    expect(JSON.parse(hit?.body ?? '')).toEqual({
      permissionsList: [entries[0], { module: 'D01' }, entries[2], entries[3], entries[4]],
    });
  });

  it.each([[null], [undefined], ['T02'], [{ module: 'T02' }]])(
    'S27: a list that is %j is not replaced, because data could be lost',
    async (permissionsList) => {
      gateway.legacy.on('GET /api/users/LIMA', (_hit, res) => {
        sendJson(res, 200, [{ id: 3, username: 'rosa', charge: 'O', permissionsList }]);
      });
      const response = await gloria.post('/api/permission/3', lists('D01'));
      expect([response.status, kindOf(response)]).toEqual([403, 'permission-rule']);
      expect(gateway.legacy.hitsOf('/api/permission/3')).toHaveLength(0);
    },
  );
});
