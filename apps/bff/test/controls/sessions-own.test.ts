import { type OwnSession } from '@despacho/contracts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { sessionKey } from '#session/session-id.ts';
import { MAX_PER_PERSON } from '#session/store.ts';
import { inMemory, inMemoryShared } from '../support/in-store.ts';
import { Browser, kindOf, setCookies } from '../support/browser.ts';
import { openStream, within } from '../support/event-stream.ts';
import { sendJson } from '../support/fake-upstream.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { geoDatabase } from '../support/geo-database.ts';
import { addPerson } from '../support/legacy.ts';

const MINUTE = 60_000;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

type Name = keyof Gateway['legacy']['users'];
async function signInTo(gateway: Gateway, name: Name): Promise<Browser> {
  const browser = new Browser(gateway);
  expect((await browser.signIn(gateway.legacy.users[name])).status).toBe(200);
  return browser;
}
const works = async (browser: Browser) => (await browser.get('/api/storage')).status === 200;
const endOf = (who: Browser, office: string, id: string) => who.post(`/api/users/${office}/${id}/end-sessions`);

inMemory('G7: a person’s own sessions', { TRUST_PROXY: '127.0.0.1' }, ({ gateway }) => {
  async function signedIn(name: Name = 'ana', always: Record<string, string> = {}): Promise<Browser> {
    const browser = new Browser(gateway(), always);
    expect((await browser.signIn(gateway().legacy.users[name])).status).toBe(200);
    return browser;
  }
  async function sessionsOf(browser: Browser): Promise<OwnSession[]> {
    const response = await browser.get('/api/auth/sessions');
    expect(response.status).toBe(200);
    return (response.body as { sessions: OwnSession[] }).sessions;
  }
  const endings = () =>
    gateway()
      .logLines()
      .filter(({ event, reason }) => event === 'session.ended' && reason !== undefined)
      .map(({ reason }) => reason);

  it('G7: lists the user’s own sessions with device, place, address, start and last use', async () => {
    const desk = await signedIn('ana', { 'user-agent': CHROME, 'x-forwarded-for': '192.168.7.21' });
    await signedIn('rosa', { 'user-agent': CHROME, 'x-forwarded-for': '192.168.7.22' });
    gateway().advance(5 * MINUTE);
    const phone = await signedIn('ana', { 'user-agent': PHONE, 'x-forwarded-for': '190.12.80.9' });
    gateway().advance(MINUTE);
    await desk.get('/api/storage');
    const [first, second, ...more] = await sessionsOf(phone);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ device: 'Safari en iPhone', address: '190.12.80.9', current: true });
    expect(second).toMatchObject({
      device: 'Chrome en Windows',
      address: '192.168.7.21',
      place: 'Red interna',
      current: false,
    });
    const [startedAt, usedAt, endsAt] = [second?.startedAt, second?.usedAt, second?.endsAt].map((at) =>
      Date.parse(at ?? ''),
    ) as [number, number, number];
    expect(Math.round((usedAt - startedAt) / MINUTE)).toBe(6);
    expect((endsAt - startedAt) / MINUTE).toBe(720);
    expect((await sessionsOf(desk)).map(({ current }) => current)).toEqual([false, true]);
  });

  it('G7: shows where a session was last used, not where it began', async () => {
    const browser = await signedIn('ana', { 'user-agent': CHROME, 'x-forwarded-for': '192.168.7.21' });
    gateway().advance(MINUTE);
    await browser.get('/api/storage', { 'user-agent': PHONE, 'x-forwarded-for': '190.12.80.9' });
    expect(await sessionsOf(browser)).toMatchObject([{ device: 'Safari en iPhone', address: '190.12.80.9' }]);
  });

  it('G7: the listed id of a session is neither its cookie nor its key, nor part of one', async () => {
    const browser = await signedIn();
    const id = (await sessionsOf(browser))[0]?.id ?? '';
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    const own = browser.cookies.get('despacho') ?? '';
    for (const form of ['base64url', 'base64', 'hex'] as const)
      expect([own, sessionKey(own)].join()).not.toContain(Buffer.from(id, 'hex').toString(form).slice(0, 8));
    const stranger = new Browser(gateway());
    for (const value of [id, id.padEnd(43, 'A'), sessionKey(own)]) {
      stranger.cookies.set('despacho', value);
      expect((await stranger.get('/api/storage')).status).toBe(401);
    }
  });

  it('G7: hides expired sessions that are not removed yet', async () => {
    const over = await signedIn();
    gateway().advance(29 * MINUTE);
    const going = await signedIn();
    expect(await sessionsOf(going)).toHaveLength(2);
    gateway().advance(MINUTE);
    expect(await sessionsOf(going)).toMatchObject([{ current: true }]);
    expect(await works(over)).toBe(false);
  });

  it('G7: never shows or stores a user agent', async () => {
    const agent = `<script>alert(1)</script> Chrome/1 ${'x'.repeat(5000)} Windows`;
    const browser = await signedIn('ana', { 'user-agent': agent });
    expect(await sessionsOf(browser)).toMatchObject([{ device: 'Chrome' }]);
    expect(gateway().evidence().stored).not.toContain('alert(1)');
    expect(gateway().logText()).not.toContain('alert(1)');
  });

  it('G7: ends one own session with its streams, and no other', async () => {
    const here = await signedIn();
    const lost = await signedIn();
    const kept = await signedIn();
    const stream = await openStream(lost);
    const lostId = (await sessionsOf(lost)).find(({ current }) => current)?.id ?? '';
    expect((await here.delete(`/api/auth/sessions/${lostId}`)).status).toBe(204);
    expect(await within(stream.ended, 15_000)).toBe(true);
    expect([await works(here), await works(lost), await works(kept)]).toEqual([true, false, true]);
    expect((await sessionsOf(here)).map(({ id }) => id)).not.toContain(lostId);
    expect(kindOf(await here.delete(`/api/auth/sessions/${lostId}`))).toBe('not-found');
    expect(endings()).toEqual(['owner']);
  });

  it('G7: nobody ends another user’s session by its id, or without a token', async () => {
    const ana = await signedIn('ana');
    const rosa = await signedIn('rosa');
    const anasId = (await sessionsOf(ana))[0]?.id ?? '';
    expect(kindOf(await rosa.delete(`/api/auth/sessions/${anasId}`))).toBe('not-found');
    expect(kindOf(await ana.delete(`/api/auth/sessions/${anasId}`, { 'x-xsrf-token': rosa.csrfToken }))).toBe(
      'wrong-csrf-token',
    );
    expect(kindOf(await new Browser(gateway()).delete(`/api/auth/sessions/${anasId}`))).toBe('no-session');
    expect(kindOf(await ana.delete('/api/auth/sessions/..%2f4'))).not.toBe('no-session');
    expect(await works(ana)).toBe(true);
    expect((await ana.delete(`/api/auth/sessions/${anasId}`)).status).toBe(204);
    expect([await works(ana), await works(rosa)]).toEqual([false, true]);
  });

  it('G7: ending the current session is a logout', async () => {
    const ana = await signedIn();
    const replay = ana.copy();
    const id = (await sessionsOf(ana))[0]?.id ?? '';
    const response = await ana.delete(`/api/auth/sessions/${id}`);
    expect(response.status).toBe(204);
    expect(response.headers['clear-site-data']).toBe('"cache"');
    expect(setCookies(response).map((line) => line.split(';')[0])).toEqual(['despacho=', 'XSRF-TOKEN=']);
    expect(await works(replay)).toBe(false);
  });

  it('G7: ends all other own sessions and returns their number', async () => {
    const here = await signedIn();
    const others = [await signedIn(), await signedIn(), await signedIn()];
    const rosa = await signedIn('rosa');
    expect((await here.post('/api/auth/sessions/end-others')).body).toEqual({ ended: 3 });
    expect(await Promise.all([here, ...others, rosa].map(works))).toEqual([true, false, false, false, true]);
    expect((await here.post('/api/auth/sessions/end-others')).body).toEqual({ ended: 0 });
    expect(await sessionsOf(here)).toMatchObject([{ current: true }]);
  });

  it('G7: beyond the limit per person, the least recently used session ends', async () => {
    const rosa = await signedIn('rosa');
    const first = await signedIn();
    gateway().advance(MINUTE);
    const idle = await signedIn();
    const rest: Browser[] = [];
    while (rest.length < MAX_PER_PERSON - 2) {
      gateway().advance(MINUTE);
      rest.push(await signedIn());
    }
    expect(await works(first)).toBe(true);
    const stream = await openStream(idle);
    const next = await signedIn();
    expect(await within(stream.ended, 15_000)).toBe(true);
    expect(await works(idle)).toBe(false);
    expect(await Promise.all([next, first, ...rest, rosa].map(works))).not.toContain(false);
    expect(await sessionsOf(next)).toHaveLength(MAX_PER_PERSON);
    expect(endings()).toEqual(['too-many']);
  });

  it('G7: an account that signs in endlessly ends only its own sessions', async () => {
    const rosa = await signedIn('rosa');
    const flood: Browser[] = [];
    // Four at a time, because the login throttle counts pending logins as guesses.
    while (flood.length < 40) flood.push(...(await Promise.all(Array.from({ length: 4 }, () => signedIn('gloria')))));
    expect(await works(rosa)).toBe(true);
    const alive = await Promise.all(flood.map(works));
    expect(alive.filter(Boolean)).toHaveLength(MAX_PER_PERSON);
    expect(endings().filter((reason) => reason === 'too-many')).toHaveLength(40 - MAX_PER_PERSON);
  });

  it('G7: other spellings of a name do not give more sessions if the host returns no id', async () => {
    const { ana } = gateway().legacy.users;
    gateway().legacy.on('GET /base/auth', (_hit, res) => {
      sendJson(res, 200, { token: ana.token });
    });
    gateway().legacy.on('GET /base/auth/credentials', (_hit, res) => {
      sendJson(res, 200, { charge: 'S', officeId: { id: 'LIMA' }, user: 'Ana', permissionsList: [] });
    });
    const spellings = ['ana', 'ANA', 'Ana', ' aNa '];
    for (let index = 0; index <= MAX_PER_PERSON; index += 1)
      await new Browser(gateway()).signIn({ ...ana, username: spellings[index % 4] ?? '' });
    const last = new Browser(gateway());
    await last.signIn(ana);
    expect(await sessionsOf(last)).toHaveLength(MAX_PER_PERSON);
  });
});

it('G7: shows the place of an address from the operator’s database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'despacho-geo-'));
  const path = join(folder, 'places.mmdb');
  await writeFile(
    path,
    geoDatabase({ '190.12.80.0/24': { country: { iso_code: 'PE' }, city: { names: { es: 'Cusco' } } } }),
  );
  const gateway = await startGateway({ GEO_DATABASE: path, TRUST_PROXY: '127.0.0.1' });
  try {
    const browser = new Browser(gateway, { 'x-forwarded-for': '190.12.80.9' });
    await browser.signIn(gateway.legacy.users.ana);
    expect((await browser.get('/api/auth/sessions')).body).toMatchObject({ sessions: [{ place: 'Cusco, Perú' }] });
  } finally {
    await gateway.close();
    await rm(folder, { recursive: true });
  }
});

inMemoryShared('G7: an administrator who may not', {}, ({ gateway }) => {
  const bystanders: Browser[] = [];
  beforeAll(async () => {
    for (const name of ['ana', 'gloria', 'rosa', 'nadie', 'beto'] as const)
      bystanders.push(await signInTo(gateway(), name));
    for (const { charge, office } of [
      { charge: '', office: 'LIMA' },
      { charge: 's', office: 'CUSCO' },
    ]) {
      const added = addPerson(gateway().legacy, `otro${office}`, { charge, office });
      bystanders.push(new Browser(gateway()));
      await bystanders.at(-1)?.signIn(added);
    }
  });

  /** Written by hand: who may end whose sessions. Rosa is 3 and gloria 2 in LIMA, beto 5 in CUSCO. */
  const MATRIX: [who: Name, office: string, id: string, outcome: string, asksHost: number][] = [
    ['gloria', 'LIMA', '2', 'not-on-oneself', 1],
    ['gloria', 'CUSCO', '5', 'other-office', 0],
    ['gloria', 'LIMA', '5', 'not-found', 1],
    ['gloria', 'LIMA', '99', 'not-found', 1],
    ['rosa', 'LIMA', '4', 'no-module', 0],
    ['nadie', 'LIMA', '3', 'no-module', 0],
    ['beto', 'LIMA', '3', 'other-office', 0],
    ['ana', 'LIMA', '1', 'not-on-oneself', 1],
    ['ana', 'CUSCO', '3', 'not-found', 1],
    // Only charge S ends the sessions of charge S; an unknown charge counts as S.
    ['gloria', 'LIMA', '1', 'no-charge', 1],
    ['gloria', 'LIMA', '105', 'no-charge', 1],
    ['beto', 'CUSCO', '106', 'no-charge', 1],
  ];
  it.each(MATRIX)('G7 G20: %s may not end the sessions of %s/%s: %s', async (who, office, id, outcome, asksHost) => {
    const caller = await signInTo(gateway(), who);
    gateway().legacy.hits.length = 0;
    expect(kindOf(await endOf(caller, office, id))).toBe(outcome);
    expect(gateway().legacy.hitsOf(`/api/users/${office}`)).toHaveLength(asksHost);
    expect(await Promise.all([...bystanders, caller].map(works))).not.toContain(false);
  });
});

inMemory('G7: an administrator', {}, ({ gateway }) => {
  const signedIn = (name: Name) => signInTo(gateway(), name);

  it('G7: ends all sessions of a user of the office, and logs who, whom and how many', async () => {
    const gloria = await signedIn('gloria');
    const rosas = [await signedIn('rosa'), await signedIn('rosa')] as const;
    const nadie = await signedIn('nadie');
    const stream = await openStream(rosas[0]);
    const response = await endOf(gloria, 'LIMA', '3');
    expect([response.status, response.body]).toEqual([200, { ended: 2 }]);
    expect(await within(stream.ended, 15_000)).toBe(true);
    expect(await Promise.all([...rosas, nadie, gloria].map(works))).toEqual([false, false, true, true]);
    const lines = gateway().logLines();
    expect(lines.filter(({ event }) => event === 'sessions.ended')).toMatchObject([
      { target: '3', officeId: 'LIMA', ended: 2, requestId: response.headers['x-request-id'] },
    ]);
    expect(lines.filter(({ event, reason }) => event === 'session.ended' && reason === 'administrator')).toHaveLength(
      2,
    );
    expect((await endOf(gloria, 'LIMA', '3')).body).toEqual({ ended: 0 });
  });

  it('G7: charge S ends those of charge S and of an unknown charge', async () => {
    const ana = await signedIn('ana');
    for (const charge of ['S', '']) {
      const { id } = addPerson(gateway().legacy, `otro${charge}`, { charge });
      expect((await endOf(ana, 'LIMA', String(id))).body).toEqual({ ended: 0 });
    }
  });

  it('G7 G20: charge S ends them in another office with one request for its users', async () => {
    const ana = await signedIn('ana');
    const beto = await signedIn('beto');
    expect((await endOf(ana, 'CUSCO', '5')).body).toEqual({ ended: 1 });
    expect(gateway().legacy.hitsOf('/api/users/CUSCO')).toHaveLength(1);
    expect([await works(ana), await works(beto)]).toEqual([true, false]);
  });

  it('G7: finds the sessions of a user whom the credentials call returns without an id', async () => {
    const { rosa } = gateway().legacy.users;
    gateway().legacy.on('GET /base/auth/credentials', ({ query }, res) => {
      const found = Object.values(gateway().legacy.users).find(({ token }) => token === query['token']);
      sendJson(res, 200, {
        charge: found?.charge,
        officeId: { id: found?.office },
        user: found?.user,
        permissionsList: found?.modules.map((module) => ({ module })),
      });
    });
    const gloria = await signedIn('gloria');
    const browser = new Browser(gateway());
    await browser.signIn({ ...rosa, username: 'rosa' });
    const other = await signedIn('nadie');
    expect((await endOf(gloria, 'LIMA', '3')).body).toEqual({ ended: 1 });
    expect([await works(browser), await works(other)]).toEqual([false, true]);
  });

  it.each([
    [500, 'upstream-failed'],
    [403, 'upstream-refused'],
  ])('G7: ends nothing if the office’s users cannot be read (%i)', async (status, kind) => {
    const gloria = await signedIn('gloria');
    const rosa = await signedIn('rosa');
    gateway().legacy.on('GET /api/users/LIMA', (_hit, res) => {
      sendJson(res, status, {});
    });
    expect(kindOf(await endOf(gloria, 'LIMA', '3'))).toBe(kind);
    expect(await works(rosa)).toBe(true);
  });
});
