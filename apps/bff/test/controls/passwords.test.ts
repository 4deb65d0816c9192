import { type NewPasswordLink } from '@despacho/contracts/dispatch';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { followAccounts } from '#policy/proxy/follow-accounts.ts';
import { Browser, kindOf, type Response } from '../support/browser.ts';
import { ANA, signInDemo } from '../support/demo-people.ts';
import { newPerson as newAccount } from '../support/dispatch-rows.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { SOON } from '../support/visitors.ts';
import { type ServiceProcess, sharedService } from '../support/service-process.ts';

/* The whole gateway with the real service. */

const GOOD = 'camión lluvia trompeta';
const OTHER = 'naranja tejado violín';

let service: ServiceProcess;
let gateway: Gateway;
/** Charge S of LIMA. */
let chief: Browser;
let addresses = 0;
let people = 0;

beforeAll(async () => {
  service = await sharedService();
  gateway = await startGateway(
    { ...service.environment, TRUST_PROXY: '127.0.0.0/8', UPSTREAM_TIMEOUT_MS: '9500', REQUESTS_PER_MINUTE: '0' },
    { wait: () => Promise.resolve() },
  );
  followAccounts(gateway.services);
  chief = await signInDemo(gateway, ANA);
}, 180_000);
afterAll(async () => {
  await gateway.close();
}, 60_000);

async function visitor(at?: string): Promise<Browser> {
  addresses += 1;
  const browser = new Browser(gateway, { 'x-forwarded-for': at ?? `10.8.${addresses >> 8}.${addresses & 255}` });
  await browser.get('/api/auth/session');
  return browser;
}

const login = (browser: Browser, username: string, password: string) =>
  browser.post('/api/auth/login', { sucursal: 'LIMA', username, password });

const alike = ({ status, text }: Response): string => `${status} ${text.replace(/"requestId":"[^"]*"/, '')}`;
const events = (name: string) => gateway.logLines().filter(({ event }) => event === name);

const first = (browser: Browser, username: string, password: string, newPassword: string) =>
  browser.post('/api/auth/password/first', { sucursal: 'LIMA', username, password, newPassword });

/** A user of LIMA with a temporary password. */
async function newcomer(): Promise<{ id: string; username: string; temporary: string }> {
  people += 1;
  const created = await newAccount(chief, 'LIMA', `persona${people}`);
  return { ...created, temporary: created.temporary ?? '' };
}

/** The same, after the first sign-in. */
async function newPerson(password: string): Promise<{ id: string; username: string }> {
  const { temporary, ...person } = await newcomer();
  const browser = await visitor();
  expect((await first(browser, person.username, temporary, password)).status).toBe(200);
  await browser.post('/api/auth/logout');
  return person;
}

describe('a change of one’s own password', () => {
  let username: string;
  let browser: Browser;
  const change = (current: string, password: string, by = browser) =>
    by.post('/api/auth/password', { current, password });
  beforeEach(async () => {
    ({ username } = await newPerson(GOOD));
    browser = await visitor();
    expect((await login(browser, username, GOOD)).status).toBe(200);
  });

  it('G7: ends the other sessions and keeps the current one', async () => {
    const other = await visitor();
    await login(other, username, GOOD);
    const answer = await change(GOOD, OTHER);
    expect([answer.status, answer.body]).toEqual([200, { ended: 1 }]);
    expect((await browser.get('/api/auth/session')).status).toBe(200);
    expect((await other.get('/api/auth/session')).status).toBe(401);
    expect((await login(await visitor(), username, GOOD)).status).toBe(401);
    expect((await login(await visitor(), username, OTHER)).status).toBe(200);
    expect(events('password.changed').at(-1)).toMatchObject({
      session: expect.anything() as string,
      account: expect.anything() as string,
      ended: 1,
    });
  });

  it('G19: is throttled together with sign-ins, and a wrong password ends no session', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const refused = await change('otra', OTHER);
      expect([refused.status, kindOf(refused)]).toEqual([422, 'unprocessable']);
      expect(refused.body).toMatchObject({
        errors: [{ field: 'current', message: 'La contraseña actual no es correcta' }],
      });
    }
    expect(kindOf(await change(GOOD, OTHER))).toBe('too-many-attempts');
    expect(kindOf(await login(browser.copy(), username, GOOD))).toBe('too-many-attempts');
    expect((await browser.get('/api/auth/session')).status).toBe(200);
    expect(events('password.refused').at(-1)).toMatchObject({ operation: 'passwords.change', kind: 'unprocessable' });
  });

  it('refuses a weak password at its field, and does not count it as a failed sign-in', async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      const refused = await change(GOOD, `${username} llueve mucho`);
      expect([refused.status, refused.body]).toMatchObject([
        422,
        { errors: [{ field: 'password', message: 'No use su usuario en la contraseña' }] },
      ]);
    }
    expect((await change(GOOD, OTHER)).status).toBe(200);
  });

  it('C2: requires a session and its csrf token', async () => {
    expect((await change(GOOD, OTHER, await visitor())).status).toBe(401);
    const stranger = browser.copy();
    stranger.cookies.set('XSRF-TOKEN', 'x');
    expect(kindOf(await change(GOOD, OTHER, stranger))).toBe('wrong-csrf-token');
  });
});

describe('a temporary password', () => {
  it('S29 S30: gives no session until it was changed, in one step with the sign-in', async () => {
    const { username, temporary } = await newcomer();
    const browser = await visitor();
    const refused = await login(browser, username, temporary);
    expect([refused.status, kindOf(refused)]).toEqual([403, 'password-temporary']);
    expect((await browser.get('/api/auth/session')).status).toBe(401);
    const weak = await first(browser, username, temporary, 'corta');
    expect([weak.status, weak.body]).toMatchObject([422, { errors: [{ field: 'newPassword' }] }]);
    expect((await browser.get('/api/auth/session')).status).toBe(401);
    const signedIn = await first(browser, username, temporary, GOOD);
    expect([signedIn.status, signedIn.body]).toMatchObject([200, { username, officeId: { id: 'LIMA' } }]);
    expect((await browser.get('/api/auth/session')).status).toBe(200);
    // Replayed with the same temporary password, which is wrong by then.
    const again = await first(await visitor(), username, temporary, OTHER);
    expect([again.status, kindOf(again)]).toEqual([401, 'wrong-credentials']);
    expect((await login(await visitor(), username, GOOD)).status).toBe(200);
  });

  it('G19: answers and counts a guess like a sign-in, whether the account exists or not', async () => {
    const { username, temporary } = await newcomer();
    const at = await visitor();
    const guesses = [
      await login(at, username, 'otra'),
      await login(at, 'nadie.aqui', 'otra'),
      await first(at, username, 'otra', GOOD),
      await first(at, 'nadie.aqui', 'otra', GOOD),
    ];
    expect(new Set(guesses.map(alike)).size).toBe(1);
    for (let turn = 0; turn < 8; turn += 1) await first(at, username, 'otra', GOOD);
    expect(kindOf(await login(at, username, temporary))).toBe('too-many-attempts');
    expect(kindOf(await first(at, username, temporary, GOOD))).toBe('too-many-attempts');
  });

  it('does not change a password that is not temporary', async () => {
    const { username } = await newPerson(GOOD);
    expect(kindOf(await first(await visitor(), username, GOOD, OTHER))).toBe('wrong-credentials');
    expect((await login(await visitor(), username, GOOD)).status).toBe(200);
  });
});

describe('a reset link', () => {
  const reset = (browser: Browser, secret: string, password = OTHER) =>
    browser.post('/api/auth/password/reset', { secret, password });
  const askLink = ({ id }: { id: string }) => chief.post(`/api/people/${id}/password-link?officeId=LIMA`);
  const linkOf = async (person: { id: string }) => ((await askLink(person)).body as NewPasswordLink).fragment;

  it('is created by charge S, sets a password once, and is audited without its secret', async () => {
    const person = await newPerson(GOOD);
    const { id, username } = person;
    const made = await askLink(person);
    const { fragment } = made.body as NewPasswordLink;
    expect([made.status, made.body]).toMatchObject([200, { username, user: 'Persona Nueva' }]);
    expect(events('password.linked').at(-1)).toMatchObject({ by: 'ana.torres', target: id, officeId: 'LIMA' });

    const mine = await visitor();
    await login(mine, username, GOOD);
    const anyone = await visitor();
    expect((await reset(anyone, fragment, 'corta')).body).toMatchObject({ errors: [{ field: 'password' }] });
    expect((await reset(anyone, fragment)).status).toBe(204);
    expect(events('password.reset').at(-1)).toMatchObject({ account: expect.anything() as string });
    // It signs nobody in, and signs the person out.
    expect((await anyone.get('/api/auth/session')).status).toBe(401);
    await vi.waitFor(async () => expect((await mine.get('/api/auth/session')).status).toBe(401), SOON);
    expect((await login(await visitor(), username, OTHER)).status).toBe(200);
    expect(gateway.logText()).not.toContain(fragment);
  });

  it('G43: of a provider is audited without its secret, and unlinking ends the sessions', async () => {
    const { id, username } = await newPerson(GOOD);
    const mine = await visitor();
    await login(mine, username, GOOD);
    const post = (path: string) => chief.post(`/api/people/${id}/${path}?officeId=LIMA`);
    const { fragment } = (await post('provider-invitation')).body as NewPasswordLink;
    expect(events('person.changed').at(-1)).toMatchObject({ by: 'ana.torres', target: id, change: 'providerInvited' });
    expect((await mine.get('/api/auth/session')).status).toBe(200);
    expect((await post('unlink-provider')).body).toMatchObject({ id, provider: false });
    expect(events('person.changed').at(-1)).toMatchObject({ target: id, change: 'providerUnlinked', ended: 1 });
    expect((await mine.get('/api/auth/session')).status).toBe(401);
    expect(gateway.logText()).not.toContain(fragment);
  });

  it('G19: gives the same answer for an invented, a used and a replaced link', async () => {
    const person = await newPerson(GOOD);
    const replaced = await linkOf(person);
    const used = await linkOf(person);
    expect((await reset(await visitor(), used)).status).toBe(204);
    const answers = [];
    for (const secret of ['A'.repeat(43), used, replaced]) answers.push(await reset(await visitor(), secret, 'corta'));
    expect(new Set(answers.map(alike)).size).toBe(1);
    expect([answers[0]?.status, answers[0] && kindOf(answers[0])]).toEqual([410, 'expired']);
    expect(events('password.refused').at(-1)).toMatchObject({ operation: 'passwords.reset', kind: 'expired' });
  });

  it('lets one of two concurrent uses succeed', async () => {
    const secret = await linkOf(await newPerson(GOOD));
    const [one, two] = [await visitor(), await visitor()];
    const both = await Promise.all([reset(one, secret), reset(two, secret, 'ventana cuchara dragón')]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 410]);
  });

  it('G40: refused links are limited by address', async () => {
    const browser = await visitor('10.9.9.9');
    const statuses = new Set<number>();
    for (let turn = 0; turn < 61; turn += 1) statuses.add((await reset(browser, 'B'.repeat(43))).status);
    expect([...statuses]).toEqual([410, 429]);
    // A valid one is refused there, too, but works elsewhere.
    const secret = await linkOf(await newPerson(GOOD));
    expect((await reset(browser, secret)).status).toBe(429);
    expect((await reset(await visitor(), secret)).status).toBe(204);
  });
});

describe('the meter', () => {
  const check = (browser: Browser, body: object) => browser.post('/api/auth/password/check', body);

  it('uses the names of the session’s person, whatever the page sends', async () => {
    const { username } = await newPerson(GOOD);
    const browser = await visitor();
    await login(browser, username, GOOD);
    const password = `mi ${username} lluvioso`;
    expect((await check(browser, { password, username: 'otra' })).body).toMatchObject({ refused: /usuario/ });
    expect((await check(await visitor(), { password, username: 'otra' })).body).toMatchObject({ refused: null });
  });

  it('G40: is limited by address', async () => {
    const browser = await visitor('10.9.9.10');
    const begun = await Promise.all(Array.from({ length: 620 }, () => check(browser, { password: 'corta' })));
    const refused = begun.filter(({ status }) => status === 429).length;
    // One more is allowed every six seconds, and a slow machine takes longer than that.
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThanOrEqual(20);
  });
});

it('refuses every password operation in front of a foreign host, without calling it', async () => {
  const foreign = await startGateway();
  try {
    const browser = new Browser(foreign);
    await browser.get('/api/auth/session');
    expect((await browser.signIn(foreign.legacy.users.ana)).status).toBe(200);
    const before = foreign.dispatch.hits.length + foreign.legacy.hits.length;
    for (const [path, body] of [
      ['check', { password: GOOD }],
      ['first', { sucursal: 'LIMA', username: 'ana', password: 'x', newPassword: GOOD }],
      ['reset', { secret: 'A'.repeat(43), password: GOOD }],
    ] as const)
      expect(kindOf(await browser.post(`/api/auth/password/${path}`, body))).toBe('directory-elsewhere');
    expect(kindOf(await browser.post('/api/auth/password', { current: 'x', password: GOOD }))).toBe(
      'directory-elsewhere',
    );
    expect(foreign.dispatch.hits.length + foreign.legacy.hits.length).toBe(before);
  } finally {
    await foreign.close();
  }
});
