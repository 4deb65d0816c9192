import { HEARTBEAT_HEADER } from '@despacho/contracts';
import { testNeedsOpenFiles } from '@despacho/tooling/machine/needs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Browser, kindOf } from './support/browser.ts';
import { HELLO } from './support/dispatch-service.ts';
import { openStream as open, within } from './support/event-stream.ts';
import { sendJson } from './support/fake-upstream.ts';
import { type Gateway, startGateway } from './support/gateway.ts';
import { addPerson } from './support/legacy.ts';

let gateway: Gateway;
let ana: Browser;
beforeEach(async () => {
  gateway = await startGateway({ UPSTREAM_TIMEOUT_MS: '1000' });
  ana = new Browser(gateway);
  await ana.signIn(gateway.legacy.users.ana);
});
afterEach(() => gateway.close());

describe('the event stream', () => {
  it('S42: passes events unbuffered, with an assertion and the last event id', async () => {
    const { response, text } = await open(ana, { 'last-event-id': 'AREQUIPA:0,LIMA:17' });
    await vi.waitFor(() => {
      expect(text()).toContain(`data: ${JSON.stringify(HELLO)}`);
    });
    for (const stream of gateway.dispatch.streams) stream.write('id: dos\n\n');
    await vi.waitFor(() => {
      expect(text()).toContain('id: dos');
    });
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(response.headers['set-cookie']).toBeUndefined();
    const [hit] = gateway.dispatch.hitsOf('/operations/events');
    expect(hit?.headers).toMatchObject({ accept: 'text/event-stream', 'last-event-id': 'AREQUIPA:0,LIMA:17' });
    expect(hit?.headers.authorization).toMatch(/^Bearer ey/);
    expect(hit?.headers.cookie).toBeUndefined();
    response.destroy();
  });

  it.each([
    ['6', '6'],
    ['0, 1', undefined],
  ])('passes on the announced interval of heartbeats, if it is one: %s', async (announced, passed) => {
    gateway.dispatch.on('GET /operations/events', (_hit, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream', [HEARTBEAT_HEADER]: announced }).write(': \n\n');
    });
    const { response } = await open(ana);
    expect(response.headers[HEARTBEAT_HEADER.toLowerCase()]).toBe(passed);
    response.destroy();
  });

  it('G20: drops events of other offices and modules, and logs it once', async () => {
    const { username, ...rest } = addPerson(gateway.legacy, 'luis', { modules: ['U01'] });
    const luis = new Browser(gateway);
    await luis.signIn({ username, ...rest });
    const { response, text } = await open(luis);
    const sent = [
      { ...HELLO, note: 'propia' },
      { ...HELLO, officeId: 'AREQUIPA', note: 'ajena' },
      { type: 'permissions.changed', officeId: 'LIMA', subject: { username: 'otra' }, note: 'ajena' },
      { type: 'salary.changed', officeId: 'LIMA', note: 'ajena' },
      { type: 'permissions.changed', officeId: 'LIMA', subject: { username }, note: 'suya' },
    ];
    for (const stream of gateway.dispatch.streams)
      sent.forEach((event, index) => stream.write(`id: p${index}\ndata: ${JSON.stringify(event)}\n\n`));
    await vi.waitFor(() => {
      expect(text()).toContain('suya');
    });
    expect(text()).toContain('propia');
    expect(text()).not.toContain('ajena');
    // Their positions still pass, so that a client resumes after them.
    for (const id of ['p1', 'p2', 'p3']) expect(text()).toContain(`id: ${id}\n\n`);
    expect(gateway.logLines().filter(({ event }) => event === 'stream.withheld')).toHaveLength(1);
    response.destroy();
  });

  it('S42: the upstream limit covers only the headers', async () => {
    const { response, ended } = await open(ana);
    expect(await within(ended, 1300)).toBe(false);
    response.destroy();
    gateway.dispatch.on('GET /operations/events', () => undefined);
    expect(kindOf(await ana.get('/api/events'))).toBe('upstream-timeout');
  });

  it('S42: ends with its session immediately', async () => {
    const other = new Browser(gateway);
    await other.signIn(gateway.legacy.users.rosa);
    const mine = await open(ana);
    const theirs = await open(other);
    await ana.copy().post('/api/auth/logout');
    expect(await within(mine.ended, 4000)).toBe(true);
    expect(mine.response.complete).toBe(true);
    expect(await within(theirs.ended, 100)).toBe(false);
    await vi.waitFor(() => {
      expect(gateway.dispatch.streams.size).toBe(1);
    });
    theirs.response.destroy();
  });

  it('S42: a browser that disconnects frees the upstream', async () => {
    const { response } = await open(ana);
    expect(gateway.dispatch.streams.size).toBe(1);
    response.destroy();
    await vi.waitFor(() => {
      expect([gateway.dispatch.streams.size, gateway.services.streams.size]).toEqual([0, 0]);
    });
  });

  it('S42: ends normally if the upstream ends or breaks, so that the browser reconnects', async () => {
    const first = await open(ana);
    for (const stream of gateway.dispatch.streams) stream.end();
    expect(await within(first.ended, 4000)).toBe(true);
    const second = await open(ana);
    for (const stream of gateway.dispatch.streams) stream.socket?.destroy();
    expect(await within(second.ended, 4000)).toBe(true);
    expect(second.response.complete).toBe(true);
  });

  it.each([
    [500, 'upstream-failed'],
    [401, 'unavailable'],
    [204, 'upstream-broken'],
  ])('S42: an upstream that answers %i is a problem, not a stream', async (status, kind) => {
    gateway.dispatch.on('GET /operations/events', (_hit, res) => {
      sendJson(res, status, { message: 'dentro' });
    });
    expect(kindOf(await ana.get('/api/events'))).toBe(kind);
  });

  it('S42: requires a session', async () => {
    expect(kindOf(await new Browser(gateway).get('/api/events'))).toBe('no-session');
    expect(gateway.dispatch.hits).toHaveLength(0);
  });

  it('G5: does not keep a session alive', async () => {
    const { response } = await open(ana);
    gateway.advance(20 * 60_000);
    const again = await open(ana);
    gateway.advance(11 * 60_000);
    expect((await ana.get('/api/storage')).status).toBe(401);
    response.destroy();
    again.response.destroy();
  });

  it('many streams do not delay ordinary calls', async ({ skip }) => {
    testNeedsOpenFiles(1500, skip);
    const roomy = await startGateway({ UPSTREAM_TIMEOUT_MS: '9000' });
    try {
      // The maximum for five people: ten sessions each, with six streams each.
      const browsers = Object.values(roomy.legacy.users).flatMap((user) =>
        Array.from({ length: 10 }, () => ({ user, browser: new Browser(roomy) })),
      );
      await Promise.all(browsers.map(({ user, browser }) => browser.signIn(user)));
      const each = browsers.flatMap(({ browser }) => Array.from({ length: 6 }, () => browser));
      const streams = await Promise.all(each.map((browser) => open(browser)));
      expect(new Set(streams.map(({ response }) => response.statusCode))).toEqual(new Set([200]));
      expect(roomy.dispatch.streams.size).toBe(300);
      expect((await browsers[0]?.browser.get('/api/offices'))?.status).toBe(200);
      for (const { response } of streams) response.destroy();
    } finally {
      await roomy.close();
    }
  });
});

describe('an open stream', () => {
  it('S42: ends within a minute of a change of permissions or the end of the account', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const rosa = new Browser(gateway);
      await rosa.signIn(gateway.legacy.users.rosa);
      const kept = await open(ana);
      const changed = await open(rosa);
      gateway.legacy.users.rosa.modules = ['000'];
      gateway.advance(59_000);
      vi.advanceTimersByTime(15_000);
      expect(await within(changed.ended, 4000)).toBe(true);
      expect(await within(kept.ended, 100)).toBe(false);
      gateway.legacy.users.ana.token = 'gone';
      gateway.advance(59_000);
      vi.advanceTimersByTime(15_000);
      expect(await within(kept.ended, 4000)).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});
