import { Authenticator } from '@despacho/tooling/stack/authenticator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendTrail } from '#policy/proxy/send-trail.ts';
import { FULL_EXPORT_ORDERS } from '@despacho/contracts/dispatch';
import { MODULE_CODES } from '@despacho/contracts';
import { Browser, kindOf } from '../support/browser.ts';
import { ANA, signInDemo } from '../support/demo-people.ts';
import { TICKET } from '../support/dispatch-service.ts';
import { newPerson } from '../support/dispatch-rows.ts';
import { sendJson } from '../support/fake-upstream.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { addPerson } from '../support/legacy.ts';
import { send } from '../support/send.ts';
import { type ServiceProcess, sharedService } from '../support/service-process.ts';
import { IDS, policyOf, startSweep, type Sweep } from '../support/sweep.ts';

const MINUTE = 60_000;
const LONG = { SESSION_IDLE_MINUTES: '720' };

describe('a row that requires a proof', () => {
  let sweep: Sweep;
  beforeAll(async () => {
    sweep = await startSweep(LONG);
  });
  afterAll(() => sweep.close(), 60_000);

  it('G45: refuses, before any upstream is called, when the last proof is older than it allows', async () => {
    const rows = IDS.filter((id) => policyOf(id).proof && policyOf(id).proof?.aboveRows === undefined);
    expect(rows.length).toBeGreaterThan(10);
    for (const id of rows) {
      const { parts } = await sweep.prepare(id);
      const browser = await sweep.signIn(sweep.newcomer());
      const ask = () => send(sweep.gateway, sweep.as(browser, id, parts));
      sweep.gateway.advance((policyOf(id).proof?.minutes ?? 0) * MINUTE);
      expect([id, (await ask()).kind]).not.toEqual([id, 'proof-due']);
      sweep.gateway.advance(1);
      sweep.calls();
      const { status, kind } = await ask();
      expect([id, status, kind, sweep.calls()]).toEqual([id, 403, 'proof-due', []]);
    }
  });

  it('G45: asks nobody who may not do it anyway, and for no broken request', async () => {
    const { parts } = await sweep.prepare('people.disable');
    const browser = await sweep.signIn(
      addPerson(sweep.gateway.legacy, 'sin-permisos', { modules: MODULE_CODES.filter((code) => code !== 'G01') }),
    );
    const chief = await sweep.signIn(sweep.newcomer());
    sweep.gateway.advance(20 * MINUTE);
    const as = async (who: Browser, body: unknown) =>
      (await send(sweep.gateway, sweep.as(who, 'people.disable', { ...parts, body }))).kind;
    expect(await as(browser, parts.body)).toBe('no-module');
    expect(await as(chief, { version: 'x' })).toBe('invalid-request');
    expect(await as(chief, parts.body)).toBe('proof-due');
  });

  it('G45: asks sessions of an earlier release, which state no proof', async () => {
    const { parts } = await sweep.prepare('people.enable');
    const browser = await sweep.signIn(sweep.newcomer());
    const { sessions } = sweep.gateway.services;
    const live = await sessions.open(browser.cookies.get('despacho'));
    if (live) {
      const { proof: _, ...record } = live.record;
      live.record = record;
      await sessions.seal(live, 'waiting');
    }
    expect((await send(sweep.gateway, sweep.as(browser, 'people.enable', parts))).kind).toBe('proof-due');
  });

  it('G45: allows exports of up to 5,000 orders without a recent proof, and says so to the service', async () => {
    const { gateway } = sweep;
    const route = 'POST /operations/exports';
    const bodies: unknown[] = [];
    gateway.dispatch.on(route, ({ body }, res) => {
      const { upTo = Infinity } = JSON.parse(body) as { upTo?: number };
      bodies.push(upTo);
      if (upTo < 5001) sendJson(res, 409, { message: 'más' });
      else sendJson(res, 200, { ...TICKET, orders: 5001 });
    });
    const browser = await sweep.signIn(sweep.newcomer());
    const body = { format: 'csv', filter: {}, upTo: FULL_EXPORT_ORDERS * 9 };
    const prepare = () => browser.post('/api/exports?officeId=LIMA', body);
    expect((await prepare()).status).toBe(200);
    gateway.advance(15 * MINUTE + 1);
    expect(kindOf(await prepare())).toBe('proof-due');
    // A limit that a page sends counts for nothing.
    expect(bodies).toEqual([Infinity, 5000]);
    gateway.dispatch.on(route, undefined);
  });

  it('G45: changes nothing where a foreign host keeps the people', async () => {
    const foreign = await startSweep(LONG, { oneOrigin: false });
    const { request } = await foreign.prepare('permissions.update');
    foreign.gateway.advance(20 * MINUTE);
    expect((await send(foreign.gateway, request)).status).toBe(200);
    await foreign.close();
  });
});

/* The whole gateway with the real service. */
describe('a proof', () => {
  const PASSWORD = 'camión lluvia trompeta';
  let service: ServiceProcess;
  let gateway: Gateway;
  let people = 0;
  beforeAll(async () => {
    service = await sharedService();
    gateway = await startGateway(
      { ...service.environment, ...LONG, TRUST_PROXY: '127.0.0.0/8', UPSTREAM_TIMEOUT_MS: '9500' },
      { wait: () => Promise.resolve() },
    );
  }, 180_000);
  afterAll(async () => {
    await gateway.close();
  }, 60_000);

  const events = (name: string) => gateway.logLines().filter(({ event }) => event === name);
  const from = (): Record<string, string> => ({ 'x-forwarded-for': `10.7.0.${people}` });

  /** A person with G01 of LIMA, whose last proof is too old. @param hasFactor with a second factor. */
  async function lateUser(hasFactor: boolean) {
    people += 1;
    const chief = await signInDemo(gateway, ANA, from());
    const { id, username, temporary } = await newPerson(chief, 'LIMA', `prueba${people}`);
    const allowed = await chief.post(`/api/permission/${id}?officeId=LIMA`, {
      permissionsList: [{ module: 'G01' }, { module: 'T02' }],
    });
    expect(allowed.status).toBe(200);
    const browser = new Browser(gateway, from());
    await browser.get('/api/auth/session');
    const given = { sucursal: 'LIMA', username, password: temporary, newPassword: PASSWORD };
    expect((await browser.post('/api/auth/password/first', given)).status).toBe(200);
    await sendTrail(gateway.services).close();
    const other = await newPerson(chief, 'LIMA', `ajena${people}`);
    let app: Authenticator | undefined;
    let codes: string[] = [];
    if (hasFactor) {
      const { key } = (await browser.post('/api/auth/factor/start', { current: PASSWORD })).body as { key: string };
      app = new Authenticator(key);
      const done = await browser.post('/api/auth/factor/confirm', { current: PASSWORD, code: app.next() });
      ({ codes } = done.body as { codes: string[] });
    }
    gateway.advance(15 * MINUTE + 1);
    let turns = 0;
    /** Removes and gives a module: refused without a proof. */
    const write = async (): Promise<string> => {
      const permissionsList = (turns += 1) % 2 === 1 ? [{ module: 'T02' }] : [];
      const answer = await browser.post(`/api/permission/${other.id}?officeId=LIMA`, { permissionsList });
      return answer.status === 200 ? 'done' : kindOf(answer);
    };
    const prove = (given_: object) => browser.post('/api/auth/proof', given_);
    return { browser, username, app, codes, write, prove };
  }

  it('G45: is the password without a second factor, and lasts fifteen minutes', async () => {
    const { browser, write, prove } = await lateUser(false);
    const id = browser.cookies.get('despacho');
    expect(await write()).toBe('proof-due');
    const forged = await browser.post('/api/auth/proof', { current: PASSWORD }, { 'x-xsrf-token': '' });
    expect(kindOf(forged)).toBe('wrong-csrf-token');
    const wrong = await prove({ current: 'otra' });
    expect([wrong.status, wrong.body]).toMatchObject([422, { errors: [{ field: 'current' }] }]);
    for (const body of [{}, { code: '123456' }]) expect((await prove(body)).status).toBe(422);
    expect(await write()).toBe('proof-due');
    const proved = await prove({ current: PASSWORD });
    expect([proved.status, proved.body]).toMatchObject([200, { officeId: { id: 'LIMA' } }]);
    expect([await write(), await write(), browser.cookies.get('despacho')]).toEqual(['done', 'done', id]);
    expect(events('session.proved').at(-1)).toMatchObject({ by: 'password', ended: 0 });
    gateway.advance(15 * MINUTE + 1);
    expect(await write()).toBe('proof-due');
  });

  it('G45: is a code of the second factor, and then never the password', async () => {
    const { write, prove, app } = await lateUser(true);
    const [right, wrong] = [await prove({ current: PASSWORD }), await prove({ current: 'otra' })];
    expect([right.status, right.text.replace(/"requestId":"[^"]*"/, '')]).toEqual([
      wrong.status,
      wrong.text.replace(/"requestId":"[^"]*"/, ''),
    ]);
    expect((await prove({ code: app?.wrong() ?? '' })).body).toMatchObject({ errors: [{ field: 'code' }] });
    expect(await write()).toBe('proof-due');
    const code = app?.next() ?? '';
    expect((await prove({ code })).status).toBe(200);
    expect(await write()).toBe('done');
    expect((await prove({ code })).status).toBe(422);
  });

  it('G45: is required for a new password only with a second factor', async () => {
    const [owner, other] = [await lateUser(true), await lateUser(false)];
    gateway.advance(15 * MINUTE);
    const change = (browser: Browser) =>
      browser.post('/api/auth/password', { current: PASSWORD, password: 'naranja tejado violín' });
    expect(kindOf(await change(owner.browser))).toBe('proof-due');
    expect((await owner.prove({ code: owner.app?.next() ?? '' })).status).toBe(200);
    expect([(await change(owner.browser)).status, (await change(other.browser)).status]).toEqual([200, 200]);
  });

  it('G45: may be a recovery code, which ends the other sessions', async () => {
    const { write, prove, app, codes, browser, username } = await lateUser(true);
    const elsewhere = new Browser(gateway, from());
    await elsewhere.get('/api/auth/session');
    await elsewhere.post('/api/auth/login', { sucursal: 'LIMA', username, password: PASSWORD });
    expect((await elsewhere.post('/api/auth/factor', { code: app?.next() ?? '' })).status).toBe(200);
    expect((await prove({ code: codes[0] ?? '' })).status).toBe(200);
    expect(await write()).toBe('done');
    expect(events('session.proved').at(-1)).toMatchObject({ by: 'recovery', ended: 1 });
    const reads = [await elsewhere.get('/api/auth/session'), await browser.get('/api/auth/session')];
    expect(reads.map(({ status }) => status)).toEqual([401, 200]);
  });

  it('G19 G45: counts its wrong passwords and codes together with sign-ins, and ends no session', async () => {
    for (const hasFactor of [false, true]) {
      const { browser, username, prove, app, write } = await lateUser(hasFactor);
      const guess = () => prove(app ? { code: app.wrong() } : { current: 'otra' });
      for (let turn = 0; turn < 10; turn += 1) expect((await guess()).status).toBe(422);
      const right = app ? { code: app.next() } : { current: PASSWORD };
      expect(kindOf(await prove(right))).toBe('too-many-attempts');
      expect(await write()).toBe('proof-due');
      const names = { sucursal: 'LIMA', username, password: PASSWORD };
      expect(kindOf(await browser.copy().post('/api/auth/login', names))).toBe('too-many-attempts');
      expect((await browser.get('/api/auth/session')).status).toBe(200);
    }
  });
});
