import { FACTOR_STEP, type FactorView } from '@despacho/contracts';
import { type PeoplePage } from '@despacho/contracts/dispatch';
import { Authenticator } from '@despacho/tooling/stack/authenticator';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sendTrail } from '#policy/proxy/send-trail.ts';
import { followAccounts } from '#policy/proxy/follow-accounts.ts';
import { Browser, kindOf, type Response } from '../support/browser.ts';
import { ANA, signInDemo } from '../support/demo-people.ts';
import { newPerson } from '../support/dispatch-rows.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { SOON } from '../support/visitors.ts';
import { PROGRAM, type ServiceProcess, sharedService, startServiceProcess } from '../support/service-process.ts';

/* The whole gateway with the real service. */

const PASSWORD = 'camión lluvia trompeta';

let service: ServiceProcess;
let gateway: Gateway;
/** A second gateway with its own sessions, before the same service. */
let other: Gateway;
/** A gateway that receives no changes of accounts from the service. */
let unnotified: Gateway;
let people = 0;
/** How long (ms) the gateway waited before its answers. */
const waits: number[] = [];

const settings = () => ({
  ...service.environment,
  TRUST_PROXY: '127.0.0.0/8',
  UPSTREAM_TIMEOUT_MS: '9500',
  REQUESTS_PER_MINUTE: '0',
});

beforeAll(async () => {
  service = await sharedService();
  const wait = (milliseconds: number) => {
    waits.push(milliseconds);
    return Promise.resolve();
  };
  gateway = await startGateway(settings(), { wait });
  other = await startGateway(settings(), { wait });
  unnotified = await startGateway(settings(), { wait });
  for (const each of [gateway, other]) followAccounts(each.services);
}, 180_000);
afterAll(async () => {
  for (const each of [gateway, other, unnotified]) await each.close();
}, 60_000);

async function visitor(at: Gateway = gateway): Promise<Browser> {
  people += 1;
  const browser = new Browser(at, { 'x-forwarded-for': `10.9.${people >> 8}.${people & 255}` });
  await browser.get('/api/auth/session');
  return browser;
}

const events = (name: string) => gateway.logLines().filter(({ event }) => event === name);
const alike = ({ status, text }: Response): string => `${status} ${text.replace(/"requestId":"[^"]*"/, '')}`;
const sessionCookie = (browser: Browser) => browser.cookies.get('despacho');
const read = (browser: Browser) => browser.get('/api/auth/session');
const type = (browser: Browser, code: string) => browser.post('/api/auth/factor', { code });

const stepOf = async (browser: Browser) => {
  const { sessions } = gateway.services;
  return sessions.unseal(await sessions.open(sessionCookie(browser)), 'waiting');
};

/** The browser of an attacker who read a step from the gateway's memory. @param username for which it is used. */
async function thiefWith(step: Awaited<ReturnType<typeof stepOf>>, username = step?.username ?? ''): Promise<Browser> {
  const { sessions } = gateway.services;
  const thief = await visitor();
  const live = await sessions.open(sessionCookie(thief));
  if (live && step) await sessions.seal(live, 'waiting', { ...step, username });
  return thief;
}

/** A user of LIMA, signed in at `mine`. */
async function newUser(password = PASSWORD) {
  people += 1;
  const { username, temporary } = await newPerson(await signInDemo(gateway, ANA), 'LIMA', `factor${people}`);
  const names = { sucursal: 'LIMA', username };
  const mine = await visitor();
  const first = { ...names, password: temporary, newPassword: password };
  expect((await mine.post('/api/auth/password/first', first)).status).toBe(200);
  await sendTrail(gateway.services).close();
  const login = (browser: Browser, typed = password) => browser.post('/api/auth/login', { ...names, password: typed });
  return { username, mine, login };
}

/** The same, with a second factor. */
async function newOwner() {
  const user = await newUser();
  const started = await user.mine.post('/api/auth/factor/start', { current: PASSWORD });
  const { key } = started.body as { key: string };
  const app = new Authenticator(key);
  const done = await user.mine.post('/api/auth/factor/confirm', { current: PASSWORD, code: app.next() });
  expect([done.status, done.body]).toMatchObject([200, { codes: { length: 10 } }]);
  return { ...user, app, codes: (done.body as { codes: string[] }).codes };
}

describe('a sign-in with a second factor', () => {
  it('G43: has a session after the code alone, with a new id at each step', async () => {
    const { login, app, mine } = await newOwner();
    const browser = await visitor();
    const before = sessionCookie(browser);
    const due = await login(browser);
    expect([due.status, kindOf(due)]).toEqual([401, 'factor-due']);
    expect(due.text).not.toMatch(/token|step|[\w-]{43}/);
    const between = sessionCookie(browser);
    const waiting = browser.copy();
    expect(between).not.toBe(before);
    // A reloaded page continues; nothing else is open.
    expect([(await read(browser)).status, kindOf(await read(browser))]).toEqual([401, 'factor-due']);
    expect(kindOf(await browser.get('/api/auth/sessions'))).toBe('no-session');
    expect(kindOf(await browser.get('/api/clients'))).toBe('no-session');
    expect(kindOf(await browser.post('/api/auth/factor/start', { current: PASSWORD }))).toBe('no-session');

    const wrong = await type(browser, app.wrong());
    expect([wrong.status, wrong.body]).toMatchObject([422, { errors: [{ field: 'code' }] }]);
    const signedIn = await type(browser, app.next());
    expect([signedIn.status, (await read(browser)).status]).toEqual([200, 200]);
    expect(new Set([before, between, sessionCookie(browser)]).size).toBe(3);
    const { record } = (await gateway.services.sessions.open(sessionCookie(browser))) ?? {};
    expect(record).toMatchObject({ proof: { by: 'factor' } });
    expect(record?.waiting).toBeUndefined();
    // The session from before the code is gone, and so is its step.
    expect(kindOf(await read(waiting))).toBe('no-session');
    expect(events('login.pending')).not.toEqual([]);
    expect((await mine.get('/api/auth/session')).status).toBe(200);
  });

  it('G12: requires the csrf token of the waiting session', async () => {
    const { login, app } = await newOwner();
    const browser = await visitor();
    const stale = browser.csrfToken;
    await login(browser);
    const forged = await browser.post('/api/auth/factor', { code: app.wrong() }, { 'x-xsrf-token': stale });
    expect(kindOf(forged)).toBe('wrong-csrf-token');
    expect((await type(browser, app.next())).status).toBe(200);
  });

  it('ends when it is cancelled, and with its time', async () => {
    const { login, app } = await newOwner();
    const [left, late] = [await visitor(), await visitor()];
    gateway.stopClock();
    await login(left);
    await login(late);
    for (let turn = 0; turn < 2; turn += 1) expect((await left.post('/api/auth/factor/cancel')).status).toBe(204);
    expect(kindOf(await read(left))).toBe('no-session');
    const code = app.next();
    expect((await type(left, code)).status).toBe(422);
    gateway.advance(FACTOR_STEP.minutes * 60_000 - 1);
    expect(kindOf(await read(late))).toBe('factor-due');
    gateway.advance(1);
    expect(kindOf(await read(late))).toBe('no-session');
    expect((await type(late, code)).status).toBe(422);
  });

  it('G43: ends the step in the dispatch service when it is cancelled, or when the password is typed again', async () => {
    const { login, app } = await newOwner();
    const browser = await visitor();
    await login(browser);
    const first = await stepOf(browser);
    await login(browser);
    const second = await stepOf(browser);
    await browser.post('/api/auth/factor/cancel');
    const code = app.next();
    for (const ended of [first, second]) expect((await type(await thiefWith(ended), code)).status).toBe(422);
  });

  it('G43: refuses a step that was used, is of another person or predates a change, with one answer', async () => {
    const [replayed, foreign, changed, disabled] = [
      await newOwner(),
      await newOwner(),
      await newOwner(),
      await newOwner(),
    ];
    const used = await visitor();
    await replayed.login(used);
    const spent = await stepOf(used);
    expect((await type(used, replayed.app.next())).status).toBe(200);
    const [waiting, beforeChange, beforeEnd] = [await visitor(), await visitor(), await visitor()];
    await replayed.login(waiting);
    await changed.login(beforeChange);
    await disabled.login(beforeEnd);
    const change = { current: PASSWORD, password: `${PASSWORD} nueva` };
    expect((await changed.mine.post('/api/auth/password', change)).status).toBe(200);
    const chief = await signInDemo(gateway, ANA);
    const listed = await chief.get(`/api/people?officeId=LIMA&buscar=${disabled.username}`);
    const { id, version } = (listed.body as PeoplePage).people[0] ?? {};
    expect((await chief.post(`/api/people/${id}/disable?officeId=LIMA`, { version })).status).toBe(200);
    const refused = [
      await type(await thiefWith(spent), replayed.codes[0] ?? ''),
      await type(await thiefWith(await stepOf(waiting), foreign.username), foreign.app.next()),
      await type(beforeChange, changed.app.next()),
      await type(beforeEnd, disabled.app.next()),
      await type(await visitor(), foreign.app.wrong()),
    ];
    expect([refused[0]?.status, new Set(refused.map(alike)).size]).toEqual([422, 1]);
  });

  it('G19: refuses unknown users and wrong passwords alike, with and without a factor, at the same deadline', async () => {
    const [withFactor, without] = [await newOwner(), await newUser()];
    const browser = await visitor();
    waits.length = 0;
    gateway.stopClock();
    const refused = [
      await withFactor.login(browser, 'otra'),
      await without.login(browser, 'otra'),
      await browser.post('/api/auth/login', { sucursal: 'LIMA', username: 'nadie.aqui', password: 'otra' }),
    ];
    expect(new Set(refused.map(alike)).size).toBe(1);
    expect(refused.map(kindOf)).toContain('wrong-credentials');
    expect(waits).toEqual([1000, 1000, 1000]);
  });

  it('G19 G43: refuses wrong, used and late codes and missing, unknown and expired steps alike, at the same deadline', async () => {
    const { login, app } = await newOwner();
    const used = app.next();
    const [spent, waiting, expired] = [await visitor(), await visitor(), await visitor()];
    for (const browser of [spent, waiting, expired]) await login(browser);
    expect((await type(spent, used)).status).toBe(200);
    const { sessions } = gateway.services;
    const forged = await visitor();
    const live = await sessions.open(sessionCookie(forged));
    const until = gateway.services.now() + 60_000;
    if (live)
      await sessions.seal(live, 'waiting', { step: 'A'.repeat(43), sucursal: 'LIMA', username: 'nadie', until });
    waits.length = 0;
    gateway.stopClock();
    const refused = [
      await type(waiting, app.wrong()),
      await type(waiting, used),
      await type(waiting, 'no es un código'),
      await type(await visitor(), app.wrong()),
      await type(forged, app.wrong()),
    ];
    gateway.advance(FACTOR_STEP.minutes * 60_000);
    refused.push(await type(expired, app.wrong()));
    expect(new Set(refused.map(alike)).size).toBe(1);
    expect(waits).toEqual(refused.map(() => 1000));
    expect(events('factor.refused').length).toBeGreaterThan(5);
  });

  it('G43: asks for a recovery code, and informs the operator, when the service lacks the key', async ({ skip }) => {
    skip(!service.data['DATABASE_URL'], 'the embedded database belongs to one service');
    const { login, app, codes } = await newOwner();
    const environment = { SECRETS_KEY: 'another key of a service that was restored' };
    const without = await startServiceProcess({ on: service.data, environment });
    const restored = await startGateway({ ...settings(), ...without.environment }, { wait: () => Promise.resolve() });
    const browser = await visitor(restored);
    expect(kindOf(await login(browser))).toBe('factor-due');
    const refused = await type(browser, app.next());
    expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('código de recuperación')]);
    expect(restored.logText()).toContain('SECRETS_KEY of the dispatch service is missing');
    expect((await type(browser, codes[0] ?? '')).status).toBe(200);
    await restored.close();
    await without.stop();
  });

  it('G43: gives no attempt back and makes no address known until the code was typed', async () => {
    const { login, app, username } = await newOwner();
    const browser = await visitor();
    const turns: (string | undefined)[] = [];
    for (let turn = 0; turn < 11; turn += 1) turns.push(kindOf(await login(browser)));
    // Ten of a known address would come after ten of an unknown one.
    expect(turns).toEqual([...Array.from({ length: 10 }, () => 'factor-due'), 'too-many-attempts']);
    expect((await type(browser, app.next())).status).toBe(200);
    const again = await visitor();
    expect(kindOf(await login(again))).toBe('factor-due');
    expect(gateway.logText()).not.toContain(`"${username}"`);
  });

  it('G43: stays bounded for who knows the password, over steps, sessions and gateways', async () => {
    const { username, app, codes } = await newOwner();
    const answers = { wrong: 0, blocked: 0, throttled: 0 };
    for (const at of [gateway, other])
      for (let turn = 0; turn < 12; turn += 1) {
        const thief = await visitor(at);
        const due = await thief.post('/api/auth/login', { sucursal: 'LIMA', username, password: PASSWORD });
        if (kindOf(due) === 'too-many-attempts') answers.throttled += 1;
        else
          for (let guess = 0; guess < 2; guess += 1)
            answers[(await type(thief, app.wrong())).text.includes('demasiados') ? 'blocked' : 'wrong'] += 1;
      }
    expect(answers).toEqual({ wrong: 10, blocked: 30, throttled: 4 });
    // Nothing but a recovery code helps its owner today, at an address where they are known.
    gateway.advance(30 * 60_000);
    const owner = await visitor();
    await owner.post('/api/auth/login', { sucursal: 'LIMA', username, password: PASSWORD });
    expect((await type(owner, app.next())).text).toContain('demasiados códigos');
    expect((await type(owner, codes[0] ?? '')).status).toBe(200);
    const view = await owner.get('/api/auth/factor');
    expect(view.body as FactorView).toMatchObject({ wrongCodes: 10, onlyRecovery: true, codesLeft: 9 });
  });
});

describe('a new password of somebody with a second factor', () => {
  it('G43: comes before the code when it replaces a temporary one of the operator, and skips nothing', async () => {
    const { username, app, login } = await newOwner();
    const file = join(tmpdir(), `despacho-password-${randomUUID()}`);
    await writeFile(file, 'cuatro palabras sueltas');
    const account = ['--office', 'LIMA', '--username', username, '--temporary', 'yes', '--password-file', file];
    await promisify(execFile)(process.execPath, [...PROGRAM, 'user', 'set-password', ...account], {
      env: { ...service.data, DEMO: '1' },
    });
    await rm(file);
    const browser = await visitor();
    expect(kindOf(await login(browser, 'cuatro palabras sueltas'))).toBe('password-temporary');
    // No step is open yet, so a code proves nothing.
    expect([(await type(browser, app.wrong())).status, kindOf(await read(browser))]).toEqual([422, 'no-session']);
    const first = { sucursal: 'LIMA', username, password: 'cuatro palabras sueltas', newPassword: PASSWORD };
    const due = await browser.post('/api/auth/password/first', first);
    expect([due.status, kindOf(due), kindOf(await read(browser))]).toEqual([401, 'factor-due', 'factor-due']);
    expect((await type(browser, app.next())).status).toBe(200);
    expect((await read(browser)).status).toBe(200);
  });

  it('G43: comes before the code when it is chosen with a link of charge S, which keeps the factor', async () => {
    const { username, app, login } = await newOwner();
    const chief = await signInDemo(gateway, ANA);
    const listed = await chief.get(`/api/people?officeId=LIMA&buscar=${username}`);
    const { id } = (listed.body as PeoplePage).people[0] ?? {};
    const link = await chief.post(`/api/people/${id}/password-link?officeId=LIMA`);
    const { fragment: secret } = link.body as { fragment: string };
    const browser = await visitor();
    const password = 'cuatro palabras sueltas';
    expect((await browser.post('/api/auth/password/reset', { secret, password })).status).toBe(204);
    expect(kindOf(await read(browser))).toBe('no-session');
    expect(kindOf(await login(browser, password))).toBe('factor-due');
    expect((await chief.post(`/api/people/${id}/remove-factor?officeId=LIMA`)).status).toBe(422);
    expect((await type(browser, app.next())).status).toBe(200);
  });
});

describe('one’s own second factor', () => {
  it('ends the other sessions when it is set up, removed, or replaced by a recovery code, on every gateway', async () => {
    const user = await newUser();
    const [here, there] = [await visitor(), await visitor(other)];
    await user.login(here);
    await user.login(there);
    const { key } = (await user.mine.post('/api/auth/factor/start', { current: PASSWORD })).body as { key: string };
    const app = new Authenticator(key);
    // Not yet in effect.
    expect((await user.login(await visitor())).status).toBe(200);
    const confirmed = await user.mine.post('/api/auth/factor/confirm', { current: PASSWORD, code: app.next() });
    expect(confirmed.body).toMatchObject({ ended: 2 });
    expect([(await read(here)).status, (await read(user.mine)).status]).toEqual([401, 200]);
    await vi.waitFor(async () => expect((await read(there)).status).toBe(401), SOON);

    await user.login(here);
    const [code = '', next = ''] = (confirmed.body as { codes: string[] }).codes;
    expect((await type(here, code)).status).toBe(200);
    expect((await read(user.mine)).status).toBe(401);
    await user.login(there);
    expect((await type(there, app.next())).status).toBe(200);
    const removed = await here.post('/api/auth/factor/remove', { current: PASSWORD, code: next });
    expect([removed.status, removed.body]).toEqual([200, { ended: 0 }]);
    await vi.waitFor(async () => expect((await read(there)).status).toBe(401), SOON);
    expect((await user.login(await visitor())).status).toBe(200);
    expect(events('factor.changed').map(({ change }) => change)).toEqual(expect.arrayContaining(['added', 'removed']));
  });

  it('G43: ends the other sessions of its gateway itself, and states what was proved', async () => {
    const user = await newUser();
    // From where the account is known.
    const here = new Browser(unnotified, user.mine.always);
    await read(here);
    const there = await visitor(unnotified);
    const proofOf = async (browser: Browser) =>
      (await unnotified.services.sessions.open(sessionCookie(browser)))?.record.proof?.by;
    await user.login(here);
    await user.login(there);
    expect([await proofOf(here), await proofOf(there)]).toEqual(['password', 'password']);
    const { key } = (await here.post('/api/auth/factor/start', { current: PASSWORD })).body as { key: string };
    const app = new Authenticator(key);
    const confirmed = await here.post('/api/auth/factor/confirm', { current: PASSWORD, code: app.next() });
    expect([confirmed.body, (await read(there)).status]).toMatchObject([{ ended: 1 }, 401]);

    const [code = '', next = ''] = (confirmed.body as { codes: string[] }).codes;
    await user.login(there);
    expect((await type(there, code)).status).toBe(200);
    expect([await proofOf(there), (await read(here)).status]).toEqual(['recovery', 401]);
    await user.login(here);
    expect((await type(here, app.next())).status).toBe(200);
    expect([await proofOf(here), (await read(there)).status]).toEqual(['factor', 200]);
    const removed = await here.post('/api/auth/factor/remove', { current: PASSWORD, code: next });
    expect([removed.body, (await read(there)).status, (await read(here)).status]).toEqual([{ ended: 1 }, 401, 200]);
  });

  it('G43: ends its sessions when somebody with charge S removes it, at this gateway too', async () => {
    const { username, login, app } = await newOwner();
    const [chief, browser] = [await signInDemo(unnotified, ANA), await visitor(unnotified)];
    await login(browser);
    expect((await type(browser, app.next())).status).toBe(200);
    const { people: found } = (await chief.get(`/api/people?officeId=LIMA&buscar=${username}`)).body as PeoplePage;
    const removed = await chief.post(`/api/people/${found[0]?.id}/remove-factor?officeId=LIMA`);
    expect([removed.status, (await read(browser)).status]).toEqual([200, 401]);
    expect((await login(await visitor())).status).toBe(200);
  });

  it('G19: counts wrong passwords and codes together with sign-ins, and ends no session', async () => {
    const { mine, app, login } = await newOwner();
    const remove = (current: string, code: string) => mine.post('/api/auth/factor/remove', { current, code });
    const [password, code] = [await remove('otra', app.wrong()), await remove(PASSWORD, app.wrong())];
    expect([password.status, password.body]).toMatchObject([422, { errors: [{ field: 'current' }] }]);
    expect([code.status, code.body]).toMatchObject([422, { errors: [{ field: 'code' }] }]);
    for (let turn = 0; turn < 8; turn += 1) await remove(PASSWORD, app.wrong());
    expect(kindOf(await remove(PASSWORD, app.next()))).toBe('too-many-attempts');
    expect(kindOf(await login(mine.copy()))).toBe('too-many-attempts');
    expect((await read(mine)).status).toBe(200);
  });

  it('renews its recovery codes, and is not set up twice', async () => {
    const { mine, app, codes, login } = await newOwner();
    expect((await mine.post('/api/auth/factor/start', { current: PASSWORD })).status).toBe(422);
    const renewed = await mine.post('/api/auth/factor/codes', { current: PASSWORD, code: app.next() });
    expect(renewed.status).toBe(200);
    const browser = await visitor();
    await login(browser);
    expect((await type(browser, codes[0] ?? '')).status).toBe(422);
    expect((await type(browser, (renewed.body as { codes: string[] }).codes[0] ?? '')).status).toBe(200);
  });
});
