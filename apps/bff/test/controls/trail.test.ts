import { type PeoplePage, type TrailEntryView } from '@despacho/contracts/dispatch';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendTrail } from '#policy/proxy/send-trail.ts';
import { Browser } from '../support/browser.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const ANA = { sucursal: 'LIMA', username: 'ana.torres', password: 'despacho' };
const LUIS = { ...ANA, username: 'luis.quispe' };
const WAIT = { timeout: 20_000, interval: 50 };

describe('two gateways with our own service', () => {
  let service: ServiceProcess;
  let gateways: [Gateway, Gateway];
  /** Sends the waiting reports of each gateway. */
  let senders: ReturnType<typeof sendTrail>[];

  beforeAll(async () => {
    // Its own service: it reads the whole trail of the office.
    service = await startServiceProcess();
  }, 120_000);
  afterAll(() => service.stop());
  beforeEach(async () => {
    const start = () =>
      startGateway({ ...service.environment, UPSTREAM_TIMEOUT_MS: '9500' }, { wait: () => Promise.resolve() });
    gateways = [await start(), await start()];
    senders = gateways.map(({ services }) => sendTrail(services));
  });
  afterEach(() => Promise.all(gateways.map((gateway) => gateway.close())));

  async function signIn(gateway: Gateway, who: typeof ANA, headers: Record<string, string> = {}) {
    const browser = new Browser(gateway);
    await browser.get('/api/auth/session');
    const response = await browser.post('/api/auth/login', who, headers);
    return { browser, status: response.status, requestId: String(response.headers['x-request-id']) };
  }

  async function entries(browser: Browser, query: string): Promise<TrailEntryView[]> {
    const response = await browser.get(`/api/trail?officeId=LIMA&${query}`);
    expect(response.status).toBe(200);
    return (response.body as { entries: TrailEntryView[] }).entries;
  }

  it('G33: a sign-in has one request id in both logs and in the trail, never the client’s', async () => {
    const [gateway] = gateways;
    const { browser, status, requestId } = await signIn(gateway, ANA, { 'x-request-id': 'id-of-a-client' });
    expect(status).toBe(200);
    const ofGateway = gateway.logLines().filter((line) => line['requestId'] === requestId);
    expect(ofGateway.map(({ event }) => event)).toEqual(expect.arrayContaining(['login.ok', 'request']));
    const ofService = () => service.logLines().filter((line) => line['requestId'] === requestId);
    await vi.waitFor(
      () => expect(ofService().map(({ path }) => path)).toEqual(['/legacy/base/auth', '/legacy/base/auth/credentials']),
      WAIT,
    );
    expect(JSON.stringify(service.logLines())).not.toMatch(/id-of-a-client|despacho"/);
    await senders[0]?.close();
    expect(await entries(browser, 'persona=ana.torres&tipo=signIn.ok')).toMatchObject([
      { requestId, actor: { username: 'ana.torres' }, address: '127.0.0.1', officeId: 'LIMA', count: 1 },
    ]);
  });

  it('G33: refused sign-ins at both count in one entry, without what was typed', async () => {
    const typed = 'a password in the wrong field';
    for (const gateway of gateways) {
      expect((await signIn(gateway, { ...LUIS, password: 'wrong' })).status).toBe(401);
      expect((await signIn(gateway, { ...LUIS, username: typed })).status).toBe(401);
    }
    const { browser } = await signIn(gateways[1], ANA);
    for (const sender of senders) await sender.close();
    const failed = await entries(browser, 'tipo=signIn.failed');
    expect(failed.map(({ subject, count, actor }) => [subject?.id === undefined, count, actor])).toEqual([
      [true, 2, null],
      [false, 2, null],
    ]);
    expect(JSON.stringify(failed)).not.toMatch(/password|wrong/);
    expect(await entries(browser, 'persona=luis.quispe')).toMatchObject([{ kind: 'signIn.failed', count: 2 }]);
  });

  it('G44: records a guess at a temporary password like one at the sign-in', async () => {
    const browser = new Browser(gateways[0]);
    await browser.get('/api/auth/session');
    const guess = { ...LUIS, username: 'rosa.mamani', password: 'wrong', newPassword: 'camión lluvia trompeta' };
    expect((await browser.post('/api/auth/password/first', guess)).status).toBe(401);
    await senders[0]?.close();
    const chief = await signIn(gateways[0], ANA);
    const refused = (await entries(chief.browser, 'tipo=signIn.failed')).map(({ requestId }) => requestId);
    const [line] = gateways[0].logLines().filter(({ event }) => event === 'login.failed');
    expect(refused).toContain(line?.['requestId']);
  });

  it('G33: wrong current passwords and too many attempts count like refused sign-ins', async () => {
    const [gateway] = gateways;
    const { browser } = await signIn(gateway, LUIS);
    for (let at = 0; at < 2; at++) {
      const own = await browser.post('/api/auth/password', { current: 'wrong', password: 'camión lluvia trompeta' });
      expect(own.status).toBe(422);
    }
    // The same account and the same limit.
    for (let at = 0; at < 9; at++) await signIn(gateway, { ...LUIS, password: 'wrong' });
    const chief = await signIn(gateway, ANA);
    await senders[0]?.close();
    const failed = await entries(chief.browser, 'persona=luis.quispe&tipo=password.failed');
    expect(failed).toMatchObject([{ count: 2, actor: null, subject: { kind: 'user' }, address: '127.0.0.1' }]);
    const throttled = await entries(chief.browser, 'persona=luis.quispe&tipo=signIn.throttled');
    expect(throttled).toMatchObject([{ count: 1, subject: failed[0]?.subject }]);
    expect(JSON.stringify([failed, throttled])).not.toMatch(/wrong|camión/);
  });

  it('G22: an office’s user without charge S cannot read the trail', async () => {
    const { browser } = await signIn(gateways[0], LUIS);
    expect((await browser.get('/api/trail?officeId=LIMA')).status).toBe(403);
    expect((await browser.get('/api/trail/file?officeId=LIMA&formato=csv')).status).toBe(403);
  });

  it('G33: each act is one entry, with its subject', async () => {
    const [gateway] = gateways;
    const ana = (await signIn(gateway, ANA)).browser;
    const luis = (await signIn(gateway, LUIS)).browser;
    const inLima = (path: string) => `${path}${path.includes('?') ? '&' : '?'}officeId=LIMA`;
    const post = async (path: string, body?: object) => {
      const answer = await ana.post(inLima(path), body);
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.body as { id: string; version: number };
    };
    const [courier] = (await ana.get(inLima('/api/couriers'))).body as [{ id: string; name: string }];
    const { orders } = (await ana.get(inLima('/api/orders?limite=1'))).body as {
      orders: [{ id: string; code: string }];
    };
    const [order] = orders;
    const { people } = (await ana.get(inLima('/api/people'))).body as PeoplePage;
    const [rosa, luisQuispe] = ['rosa.mamani', 'luis.quispe'].map((name) =>
      people.find((each) => each.username === name),
    );
    const acts: Record<string, () => Promise<unknown>> = {
      'courier.followed': () => post(`/api/couriers/${courier.id}/follow`),
      'courier.trailViewed': () => ana.get(inLima(`/api/couriers/${courier.id}/trail`)),
      'courier.phoneLinked': () => post(`/api/couriers/${courier.id}/link`),
      'courier.phoneDisconnected': () => post(`/api/couriers/${courier.id}/disconnect`),
      'document.viewed': () => ana.get(inLima(`/api/couriers/${courier.id}/documents`)),
      'guestLink.created': () => post('/api/guest-links', { subject: { kind: 'order', orderId: order.id }, days: 7 }),
      'password.linkCreated': () => post(`/api/people/${rosa?.id}/password-link`),
      'export.money': () => ana.get(inLima('/api/money/export?day=2026-11-20&formato=csv')),
      'export.trail': () => ana.get(inLima('/api/trail/file?formato=csv')),
      'access.refused': () => luis.get(inLima('/api/trail')),
      // A session that a new one replaces.
      'signIn.ok': () => luis.post('/api/auth/login', LUIS),
      'session.ended': () => ana.post(`/api/users/LIMA/${luisQuispe?.id}/end-sessions`),
      'account.disabled': () => post(`/api/people/${rosa?.id}/disable`, { version: rosa?.version, openWork: 'known' }),
    };
    for (const sender of senders) await sender.close();
    const known = new Set((await entries(ana, 'limite=200')).map(({ id }) => id));
    for (const [kind, act] of Object.entries(acts)) {
      await act();
      await sendTrail(gateway.services).close();
      const added = (await entries(ana, 'limite=200')).filter(({ id }) => !known.has(id));
      for (const { id } of added) known.add(id);
      const [entry] = added;
      expect([kind, added.map((each) => each.kind)]).toEqual([kind, [kind]]);
      if (entry?.subject?.kind === 'courier') expect(entry.subject.name).toBe(courier.name);
      if (kind === 'guestLink.created') expect(entry?.subject?.name).toBe(order.code);
      if (kind === 'access.refused') expect(entry?.subject).toMatchObject({ kind: 'operation', id: 'trail.list' });
    }
  });

  it('records its own download', async () => {
    const { browser } = await signIn(gateways[0], ANA);
    const file = await browser.get('/api/trail/file?officeId=LIMA&formato=jsonl');
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/x-ndjson']);
    expect((await entries(browser, 'tipo=export.trail')).length).toBeGreaterThan(0);
    const { event, by, outcome } = gateways[0].logLines().find(({ event: name }) => name === 'records.exported') ?? {};
    expect({ event, by, outcome }).toEqual({ event: 'records.exported', by: 'ana.torres', outcome: 'complete' });
  });
});

describe('a service that does not answer reports', () => {
  it('G40: delays no sign-in; reports wait, and are sent when it answers', async () => {
    const gateway = await startGateway();
    try {
      const { ana } = gateway.legacy.users;
      gateway.dispatch.on('POST /operations/trail-reports', () => undefined);
      const sender = sendTrail(gateway.services);
      const sending = sender.close();
      expect((await new Browser(gateway).signIn(ana)).status).toBe(200);
      expect(gateway.services.trail.waiting).toBe(1);
      await sending;
      gateway.dispatch.on('POST /operations/trail-reports', (_hit, res) => res.writeHead(204).end());
      await sendTrail(gateway.services).close();
      const [hit] = gateway.dispatch.hitsOf('/operations/trail-reports');
      expect([gateway.services.trail.waiting, hit?.method]).toEqual([0, 'POST']);
      expect(JSON.stringify(hit)).not.toContain(ana.password);
    } finally {
      await gateway.close();
    }
  });
});
