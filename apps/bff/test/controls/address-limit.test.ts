import { afterEach, describe, expect, it, vi } from 'vitest';
import { Browser, kindOf } from '../support/browser.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { BEHIND_A_PROXY, CROWDED, tryTimes, tryToSignIn, visitorFrom } from '../support/visitors.ts';

const FLOOD = '203.0.113.7';
const MINUTE = 60_000;
/** A tenth of the usual limit: 60 requests in a burst. */
const LOW = '30';

let gateway: Gateway;
async function start(perMinute?: string): Promise<void> {
  gateway = await startGateway({ ...BEHIND_A_PROXY, ADDRESS_REQUESTS_PER_MINUTE: perMinute });
  gateway.stopClock();
}
afterEach(() => gateway.close());

const someone = (address: string) => new Browser(gateway, { 'x-forwarded-for': address });
const probe = (address: string) => someone(address).get('/api/auth/session');
const times = (count: number, status: number): number[] => Array<number>(count).fill(status);

describe('an address without a session', () => {
  it('G19: may make six hundred requests in a burst, then three hundred a minute', CROWDED, async () => {
    await start();
    expect(await tryTimes(600, () => probe(FLOOD))).toEqual(times(600, 401));
    const refused = await probe(FLOOD);
    expect([refused.status, kindOf(refused), refused.headers['retry-after']]).toEqual([429, 'too-many-requests', '1']);
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect((await probe('203.0.113.8')).status).toBe(401);
    gateway.advance(MINUTE);
    const next = await tryTimes(301, () => probe(FLOOD));
    expect([next.slice(0, 300), next[300]]).toEqual([times(300, 401), 429]);
  });

  it('G19: gains no requests by sending an unknown session cookie', CROWDED, async () => {
    await start(LOW);
    const invented = (turn: number) =>
      someone(FLOOD).get('/api/storage', { cookie: `despacho=${String(turn).padStart(43, 'A')}` });
    const statuses = await tryTimes(61, invented);
    expect([statuses.slice(0, 60), statuses[60]]).toEqual([times(60, 401), 429]);
    const malformed = await someone(FLOOD).get('/api/storage', { cookie: 'despacho=x' });
    expect(malformed.status).toBe(429);
  });

  it('G19: does not block signed-in users or open login pages at the same address', CROWDED, async () => {
    await start(LOW);
    const ana = await visitorFrom(gateway, FLOOD);
    const { password } = gateway.legacy.users.ana;
    await tryToSignIn(ana, { username: 'ana', password });
    const rosa = await visitorFrom(gateway, FLOOD);
    await tryTimes(60, () => probe(FLOOD));
    expect((await probe(FLOOD)).status).toBe(429);
    for (const path of ['/api/auth/session', '/api/storage', '/api/clients', '/api/config'])
      expect([path, (await ana.get(path)).status]).toEqual([path, 200]);
    expect((await tryToSignIn(rosa, { username: 'rosa', password: gateway.legacy.users.rosa.password })).status).toBe(
      200,
    );
  });

  it('G19: has the same limit on public calls, with or without an invented cookie', CROWDED, async () => {
    await start(LOW);
    const ask = (turn: number) =>
      someone(FLOOD).get('/api/config', turn % 2 ? { cookie: `despacho=${String(turn).padStart(43, 'A')}` } : {});
    const statuses = await tryTimes(61, ask);
    expect([statuses.slice(0, 60), statuses[60]]).toEqual([times(60, 200), 429]);
    expect((await someone('203.0.113.8').get('/api/config')).status).toBe(200);
  });

  it('G19: stops reaching the session store once its cookies are invented', CROWDED, async () => {
    await start(LOW);
    const { password } = gateway.legacy.users.ana;
    const ana = await visitorFrom(gateway, FLOOD);
    await tryToSignIn(ana, { username: 'ana', password });
    const rosa = await visitorFrom(gateway, FLOOD);
    const open = vi.spyOn(gateway.services.sessions, 'open');
    const invented = (turn: number) =>
      someone(FLOOD).get('/api/storage', { cookie: `despacho=${String(turn).padStart(43, 'A')}` });
    const statuses = await tryTimes(70, invented);
    // Opening the pages of ana and rosa took two of the sixty requests without a session.
    expect(statuses).toEqual([...times(58, 401), ...times(12, 429)]);
    expect(open).toHaveBeenCalledTimes(60);
    expect((await ana.get('/api/storage')).status).toBe(200);
    const typed = { username: 'rosa', password: gateway.legacy.users.rosa.password };
    expect((await tryToSignIn(rosa, typed)).status).toBe(200);
    expect((await rosa.get('/api/storage')).status).toBe(200);
  });

  it('G19: opens pages without reaching the session store once its cookies are too many', CROWDED, async () => {
    await start(LOW);
    const open = vi.spyOn(gateway.services.sessions, 'open');
    const page = (turn: number) =>
      someone(FLOOD).get('/assing', { accept: 'text/html', cookie: `despacho=${String(turn).padStart(43, 'A')}` });
    expect(await tryTimes(70, page)).toEqual(times(70, 200));
    expect(open).toHaveBeenCalledTimes(60);
    await someone('203.0.113.8').get('/assing', { accept: 'text/html', cookie: 'despacho=short' });
    expect(open).toHaveBeenCalledTimes(60);
  });

  it('G19: gains no requests by using many anonymous sessions', CROWDED, async () => {
    await start(LOW);
    const visitors = await Promise.all(Array.from({ length: 5 }, () => visitorFrom(gateway, FLOOD)));
    const ask = (turn: number) => (visitors[turn % 5] ?? expect.unreachable()).get('/api/storage');
    const statuses = await tryTimes(61, ask);
    expect([statuses.slice(0, 60), statuses[60]]).toEqual([times(60, 401), 429]);
    expect((await (await visitorFrom(gateway, '203.0.113.8')).get('/api/storage')).status).toBe(401);
  });

  it('G19: leaves an office of forty below the limit when it reloads the page three times', CROWDED, async () => {
    await start();
    const desks = Array.from({ length: 40 }, () => someone('192.0.2.1'));
    for (let turn = 0; turn < 4; turn += 1)
      for (const desk of desks)
        expect([(await desk.get('/api/config')).status, (await desk.get('/api/auth/session')).status]).toEqual([
          200, 401,
        ]);
  });

  it('G19: is not limited if the operator turns the limit off', CROWDED, async () => {
    await start('0');
    expect(await tryTimes(601, () => probe(FLOOD))).toEqual(times(601, 401));
  });
});
