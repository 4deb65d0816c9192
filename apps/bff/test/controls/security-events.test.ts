import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SECURITY_EVENTS } from '#security-events/event-table.ts';
import { Browser } from '../support/browser.ts';
import { sendJson } from '../support/fake-upstream.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { CROWDED, tryTimes, tryToSignIn } from '../support/visitors.ts';

const MINUTE = 60_000;

let gateway: Gateway;
beforeEach(async () => {
  gateway = await startGateway({}, { wait: () => Promise.resolve() });
  gateway.stopClock();
});
afterEach(() => gateway.close());

type Line = Record<string, unknown>;
const isEvent = ({ event }: Line): boolean => Object.hasOwn(SECURITY_EVENTS, String(event));
const events = (): Line[] => gateway.logLines().filter(isEvent);
const names = (): unknown[] => events().map(({ event }) => event);

async function signedIn(who: keyof Gateway['legacy']['users'] = 'gloria'): Promise<Browser> {
  const browser = new Browser(gateway);
  expect((await browser.signIn(gateway.legacy.users[who])).status).toBe(200);
  return browser;
}

const save = (browser: Browser, id = '4', headers: Record<string, string> = {}) =>
  browser.post(`/api/permission/${id}`, { permissionsList: [{ module: 'D01' }] }, headers);

/** An action after gloria has signed in, and its one or two events. Written by hand. */
const DEEDS: [what: string, deed: (gloria: Browser) => Promise<unknown>, expected: object[]][] = [
  ['leaving', (gloria) => gloria.post('/api/auth/logout'), [{ event: 'logout', level: 30 }]],
  [
    'a wrong password',
    async () => tryToSignIn(await visitor(), { username: 'gloria' }),
    [{ event: 'login.failed', level: 40, kind: 'wrong-credentials', ip: '127.0.0.1', operation: 'session.login' }],
  ],
  [
    'a save without a token',
    (gloria) => save(gloria, '4', { 'x-xsrf-token': '' }),
    [{ event: 'csrf.refused', level: 40, operation: 'permissions.update' }],
  ],
  [
    'a save set off by another site',
    (gloria) => save(gloria, '4', { 'sec-fetch-site': 'cross-site' }),
    [{ event: 'origin.refused', level: 40 }],
  ],
  [
    'a screen without its module',
    (gloria) => gloria.get('/api/clients'),
    [{ event: 'access.refused', level: 40, kind: 'no-module', operation: 'clients.list' }],
  ],
  ['another office', (gloria) => gloria.get('/api/users/CUSCO'), [{ event: 'office.refused', kind: 'other-office' }]],
  [
    'a change of one’s own permissions',
    (gloria) => save(gloria, '2'),
    [{ event: 'permissions.refused', note: 'change of own permissions' }],
  ],
  [
    'an unknown field',
    (gloria) => gloria.post('/api/permission/4', { permissionsList: [], charge: 'S' }),
    [{ event: 'request.broken', level: 40, kind: 'invalid-request', note: 'body breaks its contract' }],
  ],
  [
    'another kind of JSON',
    (gloria) => gloria.post('/api/permission/4', { a: 1 }, { 'content-type': 'application/vnd.api+json' }),
    [{ event: 'request.broken', kind: 'wrong-type' }],
  ],
  ['an odd target', (gloria) => gloria.get('/api/users/%2e%2e'), [{ event: 'request.broken', operation: 'none' }]],
  [
    'a host that answers something else',
    (gloria) => {
      gateway.legacy.on('GET /api/users/LIMA', (_hit, res) => res.end('<html>'));
      return gloria.get('/api/users');
    },
    [{ event: 'contract.broken', level: 50, kind: 'upstream-broken', operation: 'users.listOwn' }],
  ],
  [
    'a save',
    (gloria) => save(gloria),
    [
      { event: 'permissions.requested', by: 'gloria', target: '4', officeId: 'LIMA', before: [], after: ['D01'] },
      { event: 'permissions.settled', by: 'gloria', target: '4', before: [], after: ['D01'], outcome: 'accepted' },
    ],
  ],
  [
    'a host that no longer knows the token',
    async (gloria) => {
      gateway.legacy.on('GET /base/auth/credentials', (_hit, res) => {
        sendJson(res, 401, {});
      });
      gateway.advance(MINUTE);
      await gloria.get('/api/auth/session');
    },
    [
      { event: 'session.ended', level: 30, reason: 'host' },
      { event: 'session.refused', level: 40, note: 'credentials call refused' },
    ],
  ],
  [
    'half an hour of nothing',
    async () => {
      gateway.advance(31 * MINUTE);
      await gateway.services.sessions.endExpired();
    },
    [{ event: 'session.ended', reason: 'idle' }],
  ],
  [
    'a login in place of the session there was',
    (gloria) => gloria.signIn(gateway.legacy.users.rosa),
    [{ event: 'session.ended', reason: 'replaced' }, { event: 'login.ok' }],
  ],
];

async function visitor(): Promise<Browser> {
  const browser = new Browser(gateway);
  await browser.get('/api/auth/session');
  return browser;
}

describe('the security log', () => {
  it.each(DEEDS)('G33: has one event for %s', async (_what, deed, expected) => {
    const gloria = await signedIn();
    const before = events().length;
    await deed(gloria);
    const reported = events().slice(before);
    expect(reported).toHaveLength(expected.length);
    for (const [index, event] of expected.entries()) expect(reported[index]).toMatchObject(event);
  });

  it('G33: has an event for a login, and none for ordinary work', async () => {
    const gloria = await signedIn();
    expect(events()).toMatchObject([{ event: 'login.ok', level: 30, ip: '127.0.0.1' }]);
    for (const path of ['/api/auth/session', '/api/users', '/api/storage', '/api/offices', '/api/config'])
      expect((await gloria.get(path)).status).toBe(200);
    expect(names()).toEqual(['login.ok']);
  });

  it('G33: reports throttled logins and floods with the limit they reached', async () => {
    const browser = await visitor();
    await tryTimes(11, () => tryToSignIn(browser, { username: 'ana' }));
    expect(names()).toEqual([...Array<string>(10).fill('login.failed'), 'login.throttled']);
    const [failed, ...others] = events();
    const account = failed?.['account'];
    expect(account).toMatch(/^[\w-]{16}$/);
    expect(others.every((line) => line['account'] === account)).toBe(true);
    expect(events().at(-1)).toMatchObject({ limit: 'account', ip: '127.0.0.1' });

    const narrow = await startGateway({ REQUESTS_PER_MINUTE: '3', ADDRESS_REQUESTS_PER_MINUTE: '1' });
    try {
      const gloria = new Browser(narrow);
      await gloria.signIn(narrow.legacy.users.gloria);
      await tryTimes(4, () => gloria.get('/api/storage'));
      await tryTimes(3, () => new Browser(narrow).get('/api/config'));
      const limited = narrow.logLines().filter(({ event }) => event === 'rate.limited');
      expect(limited).toMatchObject([
        { limit: 'session', operation: 'storage.read' },
        { limit: 'address', operation: 'config.read' },
      ]);
      expect(limited[0]?.['account']).toMatch(/^[\w-]{16}$/);
      expect(limited[1]).not.toHaveProperty('account');
    } finally {
      await narrow.close();
    }
  });

  it('G33: reports who ended whose sessions, and each ended session', async () => {
    const rosa = [await signedIn('rosa'), await signedIn('rosa')];
    const gloria = await signedIn();
    const before = events().length;
    expect((await gloria.post('/api/users/LIMA/3/end-sessions')).body).toEqual({ ended: 2 });
    const reported = events().slice(before);
    expect(reported.map(({ event, reason }) => [event, reason])).toEqual([
      ['session.ended', 'administrator'],
      ['session.ended', 'administrator'],
      ['sessions.ended', undefined],
    ]);
    expect(reported[2]).toMatchObject({ by: 'gloria', target: '3', officeId: 'LIMA', ended: 2 });
    const again = events().length;
    expect((await rosa[0]?.get('/api/storage'))?.status).toBe(401);
    expect(events().slice(again)).toMatchObject([{ event: 'session.refused', kind: 'session-ended' }]);
  });

  it('G33: has only the documented fields, UTC times, and digests instead of names', async () => {
    const session = new Set<unknown>();
    for (const [, deed] of DEEDS) {
      const gloria = await signedIn();
      session.add(gloria.cookies.get('despacho'));
      await deed(gloria);
      gateway.legacy.on('GET /base/auth/credentials', undefined);
      gateway.legacy.on('GET /api/users/LIMA', undefined);
    }
    expect(new Set(names()).size).toBeGreaterThan(13);
    for (const { level, time, service, event, ...fields } of events()) {
      const { fields: known } = SECURITY_EVENTS[event as keyof typeof SECURITY_EVENTS];
      expect([event, Object.keys(fields).filter((name) => !(known as readonly string[]).includes(name))]).toEqual([
        event,
        [],
      ]);
      expect([typeof level, service]).toEqual(['number', 'gateway']);
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
      const { by, ...others } = fields;
      expect(JSON.stringify(others)).not.toMatch(/gloria|rosa|nombre de/i);
      if (by !== undefined) expect(by).toBe(event === 'login.ok' ? 'password' : 'gloria');
      for (const id of session) expect(JSON.stringify(fields)).not.toContain(id);
    }
  });

  it('G33: has one line per event, whatever is sent', CROWDED, async () => {
    const gloria = await signedIn();
    const nasty = fc.string({
      unit: fc.constantFrom(
        '\r',
        '\n',
        '\u0085',
        '\u2028',
        '\u2029',
        '\u202e',
        '\u009b',
        '\0',
        '\u001b',
        '"',
        '{',
        'a',
        '\\',
      ),
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(nasty, async (text) => {
        const encoded = encodeURIComponent(text);
        await gloria.get(`/api/clients/${encoded}?${encoded}=${encoded}`);
        await gloria.get(`/nowhere/${encoded}`, { 'user-agent': encoded, 'x-forwarded-for': encoded });
        await gloria.post('/api/permission/4', { permissionsList: [{ module: text }], [text]: text });
        await tryToSignIn(await visitor(), { sucursal: `x${text}`, username: `x${text}`, password: text });
      }),
      { numRuns: 40 },
    );
    const text = gateway.logText();
    const lines = text.split('\n').slice(0, -1);
    expect(lines.length).toBeGreaterThan(160);
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Control}\u2028\u2029\u202a-\u202e]/u);
  });

  it('G33: has one line per event, whatever names a host returns', async () => {
    const username = 'glo\u0085ria\u2028\u202e\r\n{"level":30,"event":"login.ok"}\u009b';
    gateway.legacy.on('GET /base/auth/credentials', (_hit, res) => {
      const { token, modules } = gateway.legacy.users.gloria;
      const permissionsList = modules.map((module) => ({ module }));
      sendJson(res, 200, {
        token,
        username,
        user: username,
        charge: 'A',
        officeId: { id: 'LIMA' },
        id: 2,
        permissionsList,
      });
    });
    expect((await save(await signedIn())).status).toBe(200);
    expect(names()).toEqual(['login.ok', 'permissions.requested', 'permissions.settled']);
    expect(events()[1]).toMatchObject({ by: username });
    expect(gateway.logText().replaceAll('\n', '')).not.toMatch(/[\p{Control}\u2028\u2029\u202a-\u202e]/u);
  });
});
