import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
