import { SET_UP_MINUTES, type SignInNotices } from '@despacho/contracts';
import { Authenticator } from '@despacho/tooling/stack/authenticator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followAccounts } from '#policy/proxy/follow-accounts.ts';
import { sendTrail } from '#policy/proxy/send-trail.ts';
import { Browser, kindOf, type Response } from '../support/browser.ts';
import { ANA, signInDemo } from '../support/demo-people.ts';
import { askIn, newOffice, newPerson } from '../support/dispatch-rows.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { type ServiceProcess, sharedService } from '../support/service-process.ts';

/* The whole gateway with the real service. A new office requires a second factor, and gives no days of grace. */

const PASSWORD = 'camión lluvia trompeta';
const OFFICE = 'SEGURA';

let service: ServiceProcess;
let gateway: Gateway;
let chief: Browser;
let people = 0;
/** How long (ms) the gateway waited before its answers. */
const waits: number[] = [];

const rules = async (changes: object) => {
  const { value } = await askIn<{ version: number }>(chief, 'LIMA', 'signInRules.read');
  return askIn(chief, 'LIMA', 'signInRules.edit', { body: { version: value.version, changes } });
};
const required = (offices: string[]) => rules({ required: { company: false, chargeS: false, offices }, graceDays: 0 });

beforeAll(async () => {
  service = await sharedService();
  const settings = { TRUST_PROXY: '127.0.0.0/8', UPSTREAM_TIMEOUT_MS: '9500', REQUESTS_PER_MINUTE: '0' };
  const wait = (milliseconds: number) => {
    waits.push(milliseconds);
    return Promise.resolve();
  };
  gateway = await startGateway({ ...service.environment, ...settings }, { wait });
  followAccounts(gateway.services);
  chief = await signInDemo(gateway, ANA);
  await newOffice(chief, 'LIMA', OFFICE);
}, 180_000);
afterAll(async () => {
  await required([]);
  await gateway.close();
}, 60_000);

async function visitor(): Promise<Browser> {
  people += 1;
  const browser = new Browser(gateway, { 'x-forwarded-for': `10.8.${people >> 8}.${people & 255}` });
  await browser.get('/api/auth/session');
  return browser;
}

const alike = ({ status, text }: Response): string => `${status} ${text.replace(/"requestId":"[^"]*"/, '')}`;
const read = (browser: Browser) => browser.get('/api/auth/session');
const begin = (browser: Browser) => browser.post('/api/auth/factor/set-up');
const finish = (browser: Browser, code: string) => browser.post('/api/auth/factor/set-up/finish', { code });
const keyIn = ({ body }: Response): Authenticator => new Authenticator((body as { key: string }).key);

/** A user of the office, who has signed in once, at `home`. */
async function newUser() {
  await required([]);
  people += 1;
  const made = await newPerson(chief, OFFICE, `segura${people}`);
  const names = { sucursal: OFFICE, username: made.username };
  const home = await visitor();
  const first = { ...names, password: made.temporary, newPassword: PASSWORD };
  expect((await home.post('/api/auth/password/first', first)).status).toBe(200);
  await sendTrail(gateway.services).close();
  expect((await required([OFFICE])).status).toBe(200);
  const login = (browser: Browser, password = PASSWORD) => browser.post('/api/auth/login', { ...names, password });
  return { id: made.id, home, login };
}

describe('a sign-in that must set up a second factor', () => {
  it('G43: has a session only after the first code, with a new id, and ends the other sessions', async () => {
    const { home, login } = await newUser();
    const browser = new Browser(gateway, home.always);
    await read(browser);
    const before = browser.cookies.get('despacho');
    const due = await login(browser);
    expect([due.status, kindOf(due)]).toEqual([401, 'factor-missing']);
    expect(due.text).not.toMatch(/token|step|[\w-]{43}/);
    const between = browser.cookies.get('despacho');
    expect([(await read(browser)).status, kindOf(await read(browser))]).toEqual([401, 'factor-missing']);
    for (const path of ['/api/auth/sessions', '/api/clients', '/api/auth/notices'])
      expect(kindOf(await browser.get(path))).toBe('no-session');
    expect(kindOf(await browser.post('/api/auth/factor/start', { current: PASSWORD }))).toBe('no-session');
    // No code of a factor finishes it.
    expect((await browser.post('/api/auth/factor', { code: '123456' })).status).toBe(422);

    const app = keyIn(await begin(browser));
    const wrong = await finish(browser, app.wrong());
    expect([wrong.status, wrong.body]).toMatchObject([422, { errors: [{ field: 'code' }] }]);
    const done = await finish(browser, app.next());
    expect([done.status, done.body]).toMatchObject([200, { codes: { length: 10 }, session: { user: {} } }]);
    expect(new Set([before, between, browser.cookies.get('despacho')]).size).toBe(3);
    const { record } = (await gateway.services.sessions.open(browser.cookies.get('despacho'))) ?? {};
    expect(record).toMatchObject({ proof: { by: 'factor' } });
    expect((await read(home)).status).toBe(401);
    const changes = gateway.logLines().filter(({ event }) => event === 'factor.changed');
    expect(changes).toMatchObject([{ change: 'added', ended: 1 }]);
    const notices = (await browser.get('/api/auth/notices')).body as SignInNotices;
    expect(notices).toMatchObject({ setUpBy: null, changes: [{ kind: 'factor.added', by: null }] });
    const until = notices.changes[0]?.at;
    expect((await browser.post('/api/auth/notices/seen', { until })).status).toBe(204);
    expect((await browser.get('/api/auth/notices')).body).toMatchObject({ changes: [] });
    // Now the code is required, and removing the factor is refused.
    const again = await visitor();
    expect(kindOf(await login(again))).toBe('factor-due');
    expect((await begin(again)).status).toBe(422);
    const removed = await browser.post('/api/auth/factor/remove', { current: PASSWORD, code: app.next() });
    expect([removed.status, removed.text]).toEqual([422, expect.stringContaining('pide el segundo paso')]);
  });

  it('G43: is refused from a new place until somebody with charge S permits it', async () => {
    const { id, login } = await newUser();
    const thief = await visitor();
    expect(kindOf(await login(thief))).toBe('factor-missing');
    const refused = await begin(thief);
    expect([refused.status, kindOf(refused), refused.text]).toEqual([
      403,
      'upstream-refused',
      expect.stringContaining('«Personas»'),
    ]);
    // Without a started factor every code is wrong.
    expect((await finish(thief, '123456')).status).toBe(422);
    const permit = await askIn(chief, OFFICE, 'people.permitFactor', { params: { id } });
    expect([permit.status, permit.value]).toEqual([200, { until: expect.any(String) as string }]);
    const app = keyIn(await begin(thief));
    expect((await finish(thief, app.next())).status).toBe(200);
    expect((await thief.get('/api/auth/notices')).body).toMatchObject({
      changes: [{ kind: 'factor.added' }, { kind: 'factor.permitted', by: expect.any(String) as string }],
    });
  });

  it('G43: allows setting it up while signed in only from known places', async () => {
    const { home } = await newUser();
    const elsewhere = { 'x-forwarded-for': '10.7.7.7' };
    const refused = await home.post('/api/auth/factor/start', { current: PASSWORD }, elsewhere);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('24 horas')]);
    expect((await home.post('/api/auth/factor/start', { current: PASSWORD })).status).toBe(200);
  });

  it('G43: counts the attempt until the factor is set up', async () => {
    const { home, login } = await newUser();
    const turns: (string | undefined)[] = [];
    for (let turn = 0; turn < 11; turn += 1) turns.push(kindOf(await login(home)));
    expect(turns).toEqual([...Array.from({ length: 10 }, () => 'factor-missing'), 'too-many-attempts']);
    const app = keyIn(await begin(home));
    expect((await finish(home, app.next())).status).toBe(200);
    expect(kindOf(await login(await visitor()))).toBe('factor-due');
  });

  it('G12: requires the csrf token of the waiting session', async () => {
    const { home, login } = await newUser();
    const stale = home.csrfToken;
    await home.post('/api/auth/logout');
    await home.get('/api/auth/session');
    await login(home);
    const forged = await home.post('/api/auth/factor/set-up', undefined, { 'x-xsrf-token': stale });
    expect(kindOf(forged)).toBe('wrong-csrf-token');
    expect((await begin(home)).status).toBe(200);
  });

  // Last, because it stops the clock.
  it('G19 G43: refuses wrong codes and missing, expired and other waiting sign-ins alike, at the same deadline', async () => {
    const { home, login } = await newUser();
    const owner = await newUser();
    await owner.login(owner.home);
    const app = keyIn(await begin(owner.home));
    expect((await finish(owner.home, app.next())).status).toBe(200);
    const due = await visitor();
    expect(kindOf(await owner.login(due))).toBe('factor-due');
    await login(home);
    const mine = keyIn(await begin(home));
    waits.length = 0;
    gateway.stopClock();
    const nobody = await visitor();
    const refused = [
      await finish(home, mine.wrong()),
      await finish(home, 'no es un código'),
      await finish(nobody, mine.wrong()),
      await begin(nobody),
      await begin(due),
      await finish(due, app.next()),
    ];
    gateway.advance(SET_UP_MINUTES * 60_000);
    refused.push(await finish(home, mine.wrong()), await begin(home));
    expect(new Set(refused.map(alike)).size).toBe(1);
    expect(waits).toEqual(refused.map(() => 1000));
  });
});
