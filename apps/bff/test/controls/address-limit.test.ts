import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Browser, kindOf } from '../support/browser.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { BEHIND_A_PROXY, CROWDED, tryTimes, tryToSignIn, visitorFrom } from '../support/visitors.ts';

const FLOOD = '203.0.113.7';
const MINUTE = 60_000;

let gateway: Gateway;
beforeEach(async () => {
  gateway = await startGateway({ ...BEHIND_A_PROXY, ADDRESS_REQUESTS_PER_MINUTE: undefined });
  gateway.stopClock();
});
afterEach(() => gateway.close());

const someone = (address: string) => new Browser(gateway, { 'x-forwarded-for': address });
const probe = (address: string) => someone(address).get('/api/auth/session');
const times = (count: number, status: number): number[] => Array<number>(count).fill(status);

describe('an address that asks without a session', () => {
  it(
    'G19: has six hundred requests at once and three hundred a minute, and starts no session beyond',
    CROWDED,
    async () => {
      expect(await tryTimes(600, () => probe(FLOOD))).toEqual(times(600, 401));
      const refused = await probe(FLOOD);
      expect([refused.status, kindOf(refused), refused.headers['retry-after']]).toEqual([
        429,
        'too-many-requests',
        '1',
      ]);
      expect(refused.headers['set-cookie']).toBeUndefined();
      expect((await probe('203.0.113.8')).status).toBe(401);
      gateway.advance(MINUTE);
      const next = await tryTimes(301, () => probe(FLOOD));
      expect([next.slice(0, 300), next[300]]).toEqual([times(300, 401), 429]);
    },
  );

  it('G19: gains nothing by a cookie that names no session', CROWDED, async () => {
    const invented = (turn: number) =>
      someone(FLOOD).get('/api/storage', { cookie: `despacho=${String(turn).padStart(43, 'A')}` });
    const statuses = await tryTimes(601, invented);
    expect([statuses.slice(0, 600), statuses[600]]).toEqual([times(600, 401), 429]);
    const malformed = await someone(FLOOD).get('/api/storage', { cookie: 'despacho=x' });
    expect(malformed.status).toBe(429);
  });

  it('G19: keeps nobody out who is signed in or has the login page open at the same address', CROWDED, async () => {
    const ana = await visitorFrom(gateway, FLOOD);
    const { password } = gateway.legacy.users.ana;
    await tryToSignIn(ana, { username: 'ana', password });
    const rosa = await visitorFrom(gateway, FLOOD);
    await tryTimes(600, () => probe(FLOOD));
    expect((await probe(FLOOD)).status).toBe(429);
    for (const path of ['/api/auth/session', '/api/storage', '/api/clients', '/api/config'])
      expect([path, (await ana.get(path)).status]).toEqual([path, 200]);
    expect((await tryToSignIn(rosa, { username: 'rosa', password: gateway.legacy.users.rosa.password })).status).toBe(
      200,
    );
  });

  it('G19: has as many requests for what needs no session, with an invented cookie or without', CROWDED, async () => {
    const ask = (turn: number) =>
      someone(FLOOD).get('/api/config', turn % 2 ? { cookie: `despacho=${String(turn).padStart(43, 'A')}` } : {});
    const statuses = await tryTimes(601, ask);
    expect([statuses.slice(0, 600), statuses[600]]).toEqual([times(600, 200), 429]);
    expect((await someone('203.0.113.8').get('/api/config')).status).toBe(200);
  });

  it('G19: that invents cookies no longer reaches the session store, and sessions there go on', CROWDED, async () => {
    const { password } = gateway.legacy.users.ana;
    const ana = await visitorFrom(gateway, FLOOD);
    await tryToSignIn(ana, { username: 'ana', password });
    const rosa = await visitorFrom(gateway, FLOOD);
    const open = vi.spyOn(gateway.services.sessions, 'open');
    const invented = (turn: number) =>
      someone(FLOOD).get('/api/storage', { cookie: `despacho=${String(turn).padStart(43, 'A')}` });
    const statuses = await tryTimes(700, invented);
    // Two of its six hundred requests without a session opened the pages of ana and rosa.
    expect(statuses).toEqual([...times(598, 401), ...times(102, 429)]);
    expect(open).toHaveBeenCalledTimes(600);
    expect((await ana.get('/api/storage')).status).toBe(200);
    const typed = { username: 'rosa', password: gateway.legacy.users.rosa.password };
    expect((await tryToSignIn(rosa, typed)).status).toBe(200);
    expect((await rosa.get('/api/storage')).status).toBe(200);
  });

  it('G19: gains nothing by many sessions that nobody has signed in to', CROWDED, async () => {
    const visitors = await Promise.all(Array.from({ length: 5 }, () => visitorFrom(gateway, FLOOD)));
    const ask = (turn: number) => (visitors[turn % 5] ?? expect.unreachable()).get('/api/storage');
    const statuses = await tryTimes(601, ask);
    expect([statuses.slice(0, 600), statuses[600]]).toEqual([times(600, 401), 429]);
    expect((await (await visitorFrom(gateway, '203.0.113.8')).get('/api/storage')).status).toBe(401);
  });

  it('G19: is not bothered as an office of forty that opens the page and reloads it thrice', CROWDED, async () => {
    const desks = Array.from({ length: 40 }, () => someone('192.0.2.1'));
    for (let turn = 0; turn < 4; turn += 1)
      for (const desk of desks)
        expect([(await desk.get('/api/config')).status, (await desk.get('/api/auth/session')).status]).toEqual([
          200, 401,
        ]);
  });

  it('G19: is not counted where the operator says so', CROWDED, async () => {
    const open = await startGateway({ ADDRESS_REQUESTS_PER_MINUTE: '0' });
    try {
      expect(await tryTimes(700, () => new Browser(open).get('/api/auth/session'))).toEqual(times(700, 401));
    } finally {
      await open.close();
    }
  });
});
