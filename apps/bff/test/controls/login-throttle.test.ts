import { testNeedsOpenFiles } from '@despacho/tooling/machine/needs';
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { kindOf } from '../support/browser.ts';
import { type Respond, sendJson } from '../support/fake-upstream.ts';
import { type Gateway, ORIGIN, startGateway } from '../support/gateway.ts';
import { addPerson } from '../support/legacy.ts';
import { BEHIND_A_PROXY, CROWDED, SOON, tryTimes, tryToSignIn, UNHURRIED, visitorFrom } from '../support/visitors.ts';

const MINUTE = 60_000;

let gateway: Gateway;
beforeEach(async () => {
  // The fixed times of refusals have their own test file; here they would only take time.
  gateway = await startGateway({ ...BEHIND_A_PROXY, ...UNHURRIED }, { wait: () => Promise.resolve() });
  gateway.stopClock();
});
afterEach(() => gateway.close());

const asked = () => gateway.legacy.hitsOf('/base/auth').length;
const ana = () => ({ username: 'ana', password: gateway.legacy.users.ana.password });
const times = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);

describe('guessing the password of one account', () => {
  it('G19: is refused after ten failures with the remaining time, without calling the host', async () => {
    const visitor = await visitorFrom(gateway, '203.0.113.7');
    const statuses = await tryTimes(10, () => tryToSignIn(visitor, { username: 'ana' }));
    expect(statuses).toEqual(times(10, 401));
    gateway.advance(50_000);
    const refused = await tryToSignIn(visitor, ana());
    expect([refused.status, kindOf(refused)]).toEqual([429, 'too-many-attempts']);
    expect(refused.headers['retry-after']).toBe('250');
    expect(refused.body).toMatchObject({
      retryAfterSeconds: 250,
      detail: 'Demasiados intentos. Espere 4 min 10 s y vuelva a intentar.',
    });
    expect(asked()).toBe(10);
    // Another user at the same address.
    const { password } = gateway.legacy.users.rosa;
    expect((await tryToSignIn(visitor, { username: 'rosa', password })).status).toBe(200);
    expect(asked()).toBe(11);
  });

  it('G19: is throttled identically for an account that does not exist', async () => {
    const answers = await Promise.all(
      ['ana', 'nobody-of-that-name'].map(async (username, index) => {
        const visitor = await visitorFrom(gateway, `203.0.113.${index}`);
        const statuses = await tryTimes(10, () => tryToSignIn(visitor, { username }));
        const { status, headers, text } = await tryToSignIn(visitor, { username });
        const alike = text.replace(/"requestId":"[^"]*"/, '');
        return { statuses, status, retryAfter: headers['retry-after'] as unknown, alike };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.status).toBe(429);
  });

  it('G19: counts together from many addresses and in many spellings', async () => {
    const spellings = ['ana', 'ANA', ' ana ', 'aná', 'ａｎａ', 'a\u200bna', 'an a', 'Ána', 'ana.', '-ana'];
    for (const [index, username] of spellings.entries()) {
      const visitor = await visitorFrom(gateway, `203.0.113.${index}`);
      expect((await tryToSignIn(visitor, { sucursal: index % 2 ? 'lima ' : 'LIMA', username })).status).toBe(401);
    }
    const elsewhere = await visitorFrom(gateway, '198.51.100.1');
    expect(kindOf(await tryToSignIn(elsewhere, ana()))).toBe('too-many-attempts');
    expect(asked()).toBe(10);
    const beto = { sucursal: 'CUSCO', username: 'beto', password: gateway.legacy.users.beto.password };
    expect((await tryToSignIn(elsewhere, beto)).status).toBe(200);
  });

  it('G19: limits three hundred concurrent guesses', CROWDED, async ({ skip }) => {
    testNeedsOpenFiles(1000, skip);
    const visitor = await visitorFrom(gateway, '203.0.113.7');
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        tryToSignIn(visitor.copy(), { username: 'ana', password: `guess ${index}` }),
      ),
    );
    expect(asked()).toBe(10);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(290);
  });

  it('G19: never locks the account: one more attempt every five minutes can succeed', async () => {
    const visitor = await visitorFrom(gateway, '203.0.113.7');
    await tryTimes(10, () => tryToSignIn(visitor, { username: 'ana' }));
    for (let turn = 0; turn < 3; turn += 1) {
      gateway.advance(5 * MINUTE - 1000);
      expect((await tryToSignIn(visitor, { username: 'ana' })).status).toBe(429);
      gateway.advance(1000);
      // The session of a login page from fifteen minutes ago has expired.
      await visitor.get('/api/auth/session');
      expect((await tryToSignIn(visitor, { username: 'ana' })).status).toBe(401);
    }
    gateway.advance(5 * MINUTE);
    await visitor.get('/api/auth/session');
    expect((await tryToSignIn(visitor, ana())).status).toBe(200);
  });

  it('G19: a sign-in with a similar name clears nothing and makes no address known', async () => {
    const { username, password } = addPerson(gateway.legacy, 'an.a', {});
    const visitor = await visitorFrom(gateway, '203.0.113.7');
    expect(await tryTimes(9, () => tryToSignIn(visitor, { username: 'ana' }))).toEqual(times(9, 401));
    expect((await tryToSignIn(visitor, { username, password })).status).toBe(200);
    const after = await visitorFrom(gateway, '203.0.113.7');
    expect(await tryTimes(2, () => tryToSignIn(after, { username: 'ana' }))).toEqual([401, 429]);
  });

  it('G19: from elsewhere does not block a user who has signed in from here', async () => {
    const owner = await visitorFrom(gateway, '192.0.2.1');
    expect((await tryToSignIn(owner, ana())).status).toBe(200);
    const attacker = await visitorFrom(gateway, '203.0.113.7');
    await tryTimes(11, () => tryToSignIn(attacker, { username: 'ana' }));
    expect((await tryToSignIn(attacker, ana())).status).toBe(429);
    const again = await visitorFrom(gateway, '192.0.2.1');
    expect((await tryToSignIn(again, ana())).status).toBe(200);
    // A known address does not bypass the limit.
    const statuses = await tryTimes(11, () => tryToSignIn(again, { username: 'ana' }));
    expect([statuses.slice(0, 10), statuses[10]]).toEqual([times(10, 401), 429]);
  });

  it('G19: a success clears earlier failures', async () => {
    const visitor = await visitorFrom(gateway, '203.0.113.7');
    expect(await tryTimes(9, () => tryToSignIn(visitor, { username: 'ana' }))).toEqual(times(9, 401));
    expect((await tryToSignIn(visitor, ana())).status).toBe(200);
    const after = await visitorFrom(gateway, '198.51.100.1');
    expect(await tryTimes(11, () => tryToSignIn(after, { username: 'ana' }))).toEqual([...times(10, 401), 429]);
  });
});

describe('guessing from one address', () => {
  it('G19: is refused after a hundred failures for any accounts, but not elsewhere', async () => {
    const visitor = await visitorFrom(gateway, '203.0.113.7');
    const statuses = await tryTimes(101, (turn) => tryToSignIn(visitor, { username: `person ${turn}` }));
    expect([statuses.slice(0, 100), statuses[100]]).toEqual([times(100, 401), 429]);
    expect(asked()).toBe(100);
    const refused = await tryToSignIn(visitor, ana());
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '36']);
    expect((await tryToSignIn(await visitorFrom(gateway, '203.0.113.8'), ana())).status).toBe(200);
  });

  it('G19: lets through a hundred of three hundred concurrent guesses', CROWDED, async ({ skip }) => {
    testNeedsOpenFiles(1000, skip);
    const visitor = await visitorFrom(gateway, '203.0.113.7');
    await Promise.all(
      Array.from({ length: 300 }, (_, index) => tryToSignIn(visitor.copy(), { username: `person ${index}` })),
    );
    expect(asked()).toBe(100);
  });

  it('G19: an attacker’s own successful login gains no attempts', async () => {
    const visitor = await visitorFrom(gateway, '203.0.113.7');
    await tryTimes(99, (turn) => tryToSignIn(visitor, { username: `person ${turn}` }));
    expect((await tryToSignIn(visitor, ana())).status).toBe(200);
    const after = await visitorFrom(gateway, '203.0.113.7');
    expect(await tryTimes(2, (turn) => tryToSignIn(after, { username: `other ${turn}` }))).toEqual([401, 429]);
  });

  it('G19: counts an IPv6 /64 as one address', async () => {
    const visitors = await Promise.all(['1', 'ffff:3:4'].map((end) => visitorFrom(gateway, `2001:db8:1:1::${end}`)));
    const statuses = await tryTimes(101, (turn) =>
      tryToSignIn(visitors[turn % 2] ?? expect.unreachable(), { username: `person ${turn}` }),
    );
    expect([statuses.slice(0, 100), statuses[100]]).toEqual([times(100, 401), 429]);
    const neighbour = await visitorFrom(gateway, '2001:db8:1:2::1');
    expect((await tryToSignIn(neighbour, { username: 'someone' })).status).toBe(401);
  });

  it('G19: an office of forty may mistype twice each', async () => {
    const desks = await Promise.all(Array.from({ length: 40 }, () => visitorFrom(gateway, '192.0.2.1')));
    const statuses = await Promise.all(
      desks.map((desk, index) => tryTimes(2, () => tryToSignIn(desk, { username: `person ${index}` }))),
    );
    expect(statuses.flat()).toEqual(times(80, 401));
    expect((await tryToSignIn(desks[0] ?? expect.unreachable(), ana())).status).toBe(200);
  });

  it('G19: does not block a user who has signed in here before', async () => {
    expect((await tryToSignIn(await visitorFrom(gateway, '192.0.2.1'), ana())).status).toBe(200);
    const visitor = await visitorFrom(gateway, '192.0.2.1');
    await tryTimes(101, (turn) => tryToSignIn(visitor, { username: `person ${turn}` }));
    const { password } = gateway.legacy.users.rosa;
    expect((await tryToSignIn(visitor, { username: 'rosa', password })).status).toBe(429);
    expect((await tryToSignIn(visitor, ana())).status).toBe(200);
  });
});

describe('attempts that are not counted', () => {
  const outages: [what: string, respond: Respond, status: number][] = [
    ['fails', (_hit, res) => res.writeHead(500).end(), 503],
    ['asks for a pause', (_hit, res) => res.writeHead(429).end(), 503],
    ['redirects', (_hit, res) => res.writeHead(302, { location: '/' }).end(), 502],
    ['answers garbage', (_hit, res) => res.end('<html>'), 502],
    ['hangs up', (_hit, _res, req) => req.socket.destroy(), 502],
  ];
  it.each(outages)('G19: does not count a host that %s', async (_what, respond, status) => {
    gateway.legacy.on('GET /base/auth', respond);
    const visitor = await visitorFrom(gateway, '203.0.113.7');
    expect(await tryTimes(12, () => tryToSignIn(visitor, ana()))).toEqual(times(12, status));
    gateway.legacy.on('GET /base/auth', undefined);
    expect((await tryToSignIn(visitor, ana())).status).toBe(200);
  });

  it('G19: counts a refusal by the credentials call, but not its outage', async () => {
    const visitor = await visitorFrom(gateway, '203.0.113.7');
    gateway.legacy.on('GET /base/auth/credentials', (_hit, res) => {
      sendJson(res, 500, {});
    });
    expect(await tryTimes(12, () => tryToSignIn(visitor, ana()))).toEqual(times(12, 503));
    gateway.legacy.on('GET /base/auth/credentials', (_hit, res) => {
      sendJson(res, 401, {});
    });
    expect(await tryTimes(11, () => tryToSignIn(visitor, ana()))).toEqual([...times(10, 401), 429]);
  });

  it.each([
    ['half the limit uses up no attempt', 0, 200],
    ['less, because the browser took the rest for its last byte, uses them up', 1, 429],
  ])('G19: does not count a host that did not answer within %s', async (_what, short, status) => {
    const limit = 2000;
    const slow = await startGateway(
      { ...BEHIND_A_PROXY, UPSTREAM_TIMEOUT_MS: String(limit) },
      { wait: () => Promise.resolve() },
    );
    try {
      slow.stopClock();
      const visitor = await visitorFrom(slow, '203.0.113.7');
      let hits = 0;
      slow.legacy.on('GET /base/auth', () => {
        hits += 1;
        if (hits === 10) slow.advance(limit / 2 - short);
      });
      const guesses = Array.from({ length: 10 }, () => tryToSignIn(visitor.copy(), { username: 'ana' }));
      expect((await Promise.all(guesses)).map((answer) => answer.status)).toEqual(times(10, 504));
      slow.legacy.on('GET /base/auth', undefined);
      const { password } = slow.legacy.users.ana;
      expect((await tryToSignIn(visitor, { username: 'ana', password })).status).toBe(status);
    } finally {
      await slow.close();
    }
  });

  it('G19: counts an attempt when the browser disconnects', async () => {
    gateway.legacy.on('GET /base/auth', () => undefined);
    const visitor = await visitorFrom(gateway, '203.0.113.7');
    for (let turn = 1; turn <= 10; turn += 1) {
      const call = request({
        port: gateway.port,
        method: 'POST',
        path: '/api/auth/login',
        headers: {
          ...visitor.always,
          cookie: visitor.cookieHeader,
          origin: ORIGIN,
          'x-xsrf-token': visitor.csrfToken,
          'content-type': 'application/json',
        },
      });
      call.on('error', () => undefined);
      call.end(JSON.stringify({ sucursal: 'LIMA', username: 'ana', password: 'x' }));
      await vi.waitFor(() => {
        expect(asked()).toBe(turn);
      }, SOON);
      call.destroy();
    }
    await vi.waitFor(() => {
      expect(gateway.logLines().filter(({ event }) => event === 'client.gone')).toHaveLength(10);
    }, SOON);
    gateway.legacy.on('GET /base/auth', undefined);
    expect((await tryToSignIn(visitor, ana())).status).toBe(429);
  });
});
