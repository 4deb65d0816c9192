import { isLinkedAccess } from '@despacho/contracts';
import { OPERATIONS, type OperationId } from '@despacho/contracts/operations';
import { expect, it, vi } from 'vitest';
import { inMemory, inMemoryShared } from '../support/in-store.ts';
import { Browser, kindOf, setCookies } from '../support/browser.ts';
import { openStream, within } from '../support/event-stream.ts';
import { sendJson } from '../support/fake-upstream.ts';
import { oneOfEach } from '../support/full.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { rowKind } from '../support/kinds.ts';
import { withHeaders } from '../support/refused.ts';
import { send } from '../support/send.ts';
import { isOfDispatch, madeFrom, operationOf, requestOf } from '../support/sweep.ts';

const MINUTE = 60_000;

/** @returns a browser with a new session. */
async function signInTo(gateway: Gateway): Promise<Browser> {
  const browser = new Browser(gateway);
  expect((await browser.signIn(gateway.legacy.users.ana)).status).toBe(200);
  return browser;
}

inMemoryShared('G5: use of a session', {}, ({ gateway }) => {
  /** Written by hand: every other operation counts as use. rows-by-hand.test.ts lists those of all rows. */
  const MACHINES: OperationId[] = [
    'config.read',
    'passwords.check',
    'passwords.first',
    'passwords.reset',
    'session.factor',
    'session.factorCancel',
    'provider.start',
    'provider.finish',
    'provider.logout',
    'session.setUpFactor',
    'session.finishSetUp',
    'notices.read',
    'events.stream',
    'tiles.read',
    'couriers.device',
    'evidence.file',
    'firstDay.read',
    'presence.tell',
  ];
  /** These end their session or start another one. */
  const ENDS: OperationId[] = ['session.login', 'session.logout'];
  const TARGETS: Partial<Record<OperationId, string>> = {
    'tiles.read': '/tiles/3/1/2',
    'users.list': '/api/users/LIMA',
  };
  const bodies: Partial<Record<OperationId, object>> = { 'permissions.update': { permissionsList: [] } };
  const operations = oneOfEach(
    (Object.keys(OPERATIONS) as OperationId[]).filter(
      (id) => !ENDS.includes(id) && !isLinkedAccess(OPERATIONS[id].policy.access),
    ),
    (id) => `${rowKind(id)} ${MACHINES.includes(id)}`,
  );

  async function use(browser: Browser, id: OperationId, headers: Record<string, string> = {}): Promise<number> {
    const { method, path } = OPERATIONS[id];
    const target = TARGETS[id] ?? path.replace(':officeId', 'LIMA').replace(/:\w+/g, '4');
    if (id === 'events.stream') {
      const { response } = await openStream(browser, headers);
      response.destroy();
      return response.statusCode ?? 0;
    }
    if (isOfDispatch(id)) {
      const request = requestOf(browser, id, madeFrom(operationOf(id)));
      return (await send(gateway(), withHeaders(request, Object.entries(headers)))).status;
    }
    if (method === 'GET') return (await browser.get(target, headers)).status;
    const ask = method === 'DELETE' ? browser.delete(target, headers) : browser.post(target, bodies[id], headers);
    return (await ask).status;
  }

  it.each(operations)('G5: %s counts as use or not, as listed here', async (id) => {
    const browser = await signInTo(gateway());
    gateway().advance(20 * MINUTE);
    expect([200, 204, 404]).toContain(await use(browser, id));
    gateway().advance(11 * MINUTE);
    expect((await browser.get('/api/storage')).status).toBe(MACHINES.includes(id) ? 401 : 200);
  });

  it.each(operations.filter((id) => !MACHINES.includes(id)))(
    'G5: %s as a background call does not keep the session alive',
    async (id) => {
      const browser = await signInTo(gateway());
      gateway().advance(20 * MINUTE);
      expect([200, 204, 404]).toContain(await use(browser, id, { 'x-despacho-background': '1' }));
      gateway().advance(11 * MINUTE);
      expect((await browser.get('/api/storage')).status).toBe(401);
    },
  );
});

inMemory('G5 G6 G10: how long a session lasts', {}, ({ gateway }) => {
  const signedIn = () => signInTo(gateway());
  const endings = () =>
    gateway()
      .logLines()
      .filter(({ event, reason }) => event === 'session.ended' && reason !== undefined)
      .map(({ reason }) => reason);

  it('G5: polling and an open stream end at the idle limit, which a touch extends', async () => {
    const left = await signedIn();
    const used = await signedIn();
    const streams = [await openStream(left), await openStream(used)] as const;
    for (let minute = 1; minute <= 29; minute += 1) {
      gateway().advance(MINUTE);
      expect((await left.get('/api/storage', { 'x-despacho-background': '1' })).status).toBe(200);
      if (minute === 20) expect((await used.post('/api/auth/touch')).status).toBe(200);
    }
    gateway().advance(MINUTE);
    await gateway().services.sessions.endExpired();
    expect(await within(streams[0].ended, 15_000)).toBe(true);
    expect(await within(streams[1].ended, 100)).toBe(false);
    expect((await left.get('/api/storage')).status).toBe(401);
    expect((await used.get('/api/storage')).status).toBe(200);
    expect(endings()).toEqual(['idle']);
    streams[1].response.destroy();
  });

  it('G5: ends after twelve hours to the minute, and the log names the limit', async () => {
    const browser = await signedIn();
    const stream = await openStream(browser);
    for (let passed = 20; passed < 720; passed += 20) {
      gateway().advance(20 * MINUTE);
      expect((await browser.post('/api/auth/touch')).status).toBe(200);
    }
    gateway().advance(19 * MINUTE);
    const { idleEndsAt, endsAt } = (await browser.post('/api/auth/touch')).body as Record<string, string>;
    expect(idleEndsAt).toBe(endsAt);
    gateway().advance(MINUTE);
    expect((await browser.post('/api/auth/touch')).status).toBe(401);
    expect(await within(stream.ended, 15_000)).toBe(true);
    expect(endings()).toEqual(['absolute']);
  });

  it('G5: an expiry is logged once, whether or not a request finds it', async () => {
    const [asked, abandoned] = [await signedIn(), await signedIn()];
    gateway().advance(31 * MINUTE);
    // At the same instant, as requests of several tabs may be.
    const cookie = asked.cookies.get('despacho');
    await Promise.all([1, 2, 3].map(() => gateway().services.sessions.open(cookie)));
    expect((await asked.get('/api/storage')).status).toBe(401);
    expect(endings()).toEqual(['idle']);
    await gateway().services.sessions.endExpired();
    await gateway().services.sessions.endExpired();
    expect(endings()).toEqual(['idle', 'idle']);
    expect((await abandoned.get('/api/storage')).status).toBe(401);
  });

  it('G5: «Seguir conectado» renews the idle limit without a call to a host', async () => {
    const browser = await signedIn();
    gateway().advance(29 * MINUTE);
    await browser.get('/api/storage', { 'x-despacho-background': '1' });
    const calls = gateway().legacy.hits.length;
    const before = Date.now();
    const { idleEndsAt } = (await browser.post('/api/auth/touch')).body as { idleEndsAt: string };
    expect(Date.parse(idleEndsAt) - before).toBeGreaterThan(58 * MINUTE);
    expect(gateway().legacy.hits).toHaveLength(calls);
    expect(kindOf(await browser.post('/api/auth/touch', undefined, { 'x-xsrf-token': '' }))).toBe('wrong-csrf-token');
  });

  it('G6: logout ends session and streams, expires cookies and clears only the cache', async () => {
    const browser = await signedIn();
    const other = await signedIn();
    const replay = browser.copy();
    const streams = [await openStream(browser), await openStream(other)] as const;
    expect((await browser.copy().get('/api/auth/logout')).status).toBe(405);
    expect((await browser.get('/api/storage')).status).toBe(200);

    const response = await browser.post('/api/auth/logout');
    expect(response.status).toBe(204);
    expect(response.headers['clear-site-data']).toBe('"cache"');
    expect(setCookies(response).map((line) => line.split(';')[0])).toEqual(['despacho=', 'XSRF-TOKEN=']);
    expect(await within(streams[0].ended, 15_000)).toBe(true);
    expect(await within(streams[1].ended, 100)).toBe(false);
    for (const path of ['/api/storage', '/api/clients', '/api/events', '/tiles/3/1/2'])
      expect([path, (await replay.copy().get(path)).status]).toEqual([path, 401]);
    expect((await replay.copy().post('/api/auth/logout')).status).toBe(204);
    expect((await new Browser(gateway()).post('/api/auth/logout')).status).toBe(204);
    expect((await other.get('/api/storage')).status).toBe(200);
    streams[1].response.destroy();
  });

  it('G6: a pending request or stream does not survive the logout', async () => {
    const browser = await signedIn();
    const { token } = gateway().legacy.users.ana;
    gateway().advance(10_000);
    const asked = Promise.withResolvers<undefined>();
    const answer = Promise.withResolvers<undefined>();
    gateway().legacy.on('GET /base/auth/credentials', async (_hit, res) => {
      asked.resolve(undefined);
      await answer.promise;
      sendJson(res, 200, { token, charge: 'S', officeId: { id: 'LIMA' }, user: 'Ana', permissionsList: [] });
    });
    const slow = browser.copy().get('/api/auth/session');
    await asked.promise;
    const opening = Promise.withResolvers<undefined>();
    gateway().dispatch.on('GET /operations/events', async (_hit, res) => {
      opening.resolve(undefined);
      await answer.promise;
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {}\n\n');
    });
    const stream = openStream(browser.copy());
    await opening.promise;
    await browser.copy().post('/api/auth/logout');
    answer.resolve(undefined);
    await slow;
    expect((await stream).response.statusCode).toBe(401);
    expect((await browser.get('/api/storage')).status).toBe(401);
  });

  const OUTCOMES: [fault: string, ends: boolean][] = [
    ['401', true],
    ['403', true],
    ['400', false],
    ['404', false],
    ['429', false],
    ['500', false],
    ['503', false],
    ['200', false],
    ['reset', false],
  ];
  it.each(OUTCOMES)(
    'G5: a credentials call answered with %s ends the session within a minute: %s',
    async (fault, ends) => {
      gateway().stopClock();
      const browser = await signedIn();
      const stream = await openStream(browser);
      gateway().legacy.on('GET /base/auth/credentials', (_hit, res, req) => {
        if (fault === 'reset') req.socket.destroy();
        else sendJson(res, Number(fault), { message: 'no' });
      });
      gateway().advance(59_000);
      expect((await browser.get('/api/storage')).status).toBe(200);
      gateway().advance(2000);
      const refused = await browser.get('/api/storage');
      expect(ends ? kindOf(refused) === 'session-ended' : refused.status >= 500).toBe(true);
      gateway().legacy.on('GET /base/auth/credentials', undefined);
      expect((await browser.get('/api/storage')).status).toBe(ends ? 401 : 200);
      expect(await within(stream.ended, ends ? 15_000 : 100)).toBe(ends);
      expect(endings()).toEqual(ends ? ['host'] : []);
      stream.response.destroy();
    },
  );

  it('G10: the session response contains only the named fields and its end times', async () => {
    const { ana } = gateway().legacy.users;
    gateway().legacy.on('GET /base/auth/credentials', (_hit, res) => {
      sendJson(res, 200, {
        id: 1,
        username: 'ana',
        user: 'Nombre de ana',
        charge: 'S',
        officeId: { id: 'LIMA', name: 'Lima', token: ana.token },
        token: ana.token,
        ruc: ana.ruc,
        remember_token: 'recuerdo',
        password: 'hash',
        permissionsList: [{ module: 'D01', clave: 'x' }, { module: 'X99' }],
      });
    });
    const browser = new Browser(gateway());
    const answers = [
      await browser.signIn(ana),
      await browser.get('/api/auth/session'),
      await browser.post('/api/auth/touch'),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toStrictEqual({
        id: '1',
        username: 'ana',
        user: 'Nombre de ana',
        isNamed: true,
        charge: 'S',
        sucursal: 'LIMA',
        officeId: { id: 'LIMA' },
        permissionsList: [{ module: 'D01' }, { module: 'X99' }],
        idleEndsAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
        endsAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      });
    }
  });
});

it('G5: a timer removes expired sessions without a request', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const gateway = await startGateway();
  try {
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    const ended = expect.objectContaining({ event: 'session.ended', reason: 'idle' }) as unknown;
    gateway.advance(29 * MINUTE);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(gateway.logLines()).not.toContainEqual(ended);
    gateway.advance(2 * MINUTE);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(gateway.logLines()).toContainEqual(ended);
  } finally {
    vi.useRealTimers();
    await gateway.close();
  }
});
