import { type FactorView } from '@despacho/contracts';
import { sendTrail } from '#policy/proxy/send-trail.ts';
import { Authenticator } from '@despacho/tooling/stack/authenticator';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindOf } from '../support/browser.ts';
import { ANA, signInDemo } from '../support/demo-people.ts';
import { newPerson } from '../support/dispatch-rows.ts';
import { check, FUZZ_TIME_MS, SEED_TITLE } from '../support/fuzz.ts';
import { type Gateway } from '../support/gateway.ts';
import { hasRedis, startWithStore } from '../support/in-store.ts';
import { TestRedis } from '../support/redis.ts';
import { type ServiceProcess, sharedService } from '../support/service-process.ts';
import { visitorFrom } from '../support/visitors.ts';

/* Two gateways that share sessions and counters, with the real service. */

const MINUTE = 60_000;
const PASSWORD = 'camión lluvia trompeta';
/** Of apps/bff/src/throttle/login-throttle.ts, FACTOR_STEP, and apps/backend/src/people/factors/check-code.ts. */
const [BURST, EVERY_MS, ATTEMPTS, STEP_MS, WRONG_CODES] = [10, 5 * MINUTE, 5, 5 * MINUTE, 10];

/** An attacker with the password acts in one of three browsers, the first of them at the owner's address. */
const act = fc.record({
  browser: fc.nat(2),
  gateway: fc.nat(1),
  what: fc.constantFrom('password', 'password', 'wrong password', 'code', 'code', 'cancel', 'owner', 'later'),
  times: fc.constantFrom(1, 2, 5, 6),
});
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

const fiveCodesOfEachPassword: Act[] = Array.from({ length: 24 }, (_, turn) => ({
  browser: 1 + (turn % 4 < 2 ? 0 : 1),
  gateway: turn % 2,
  what: turn % 2 === 0 ? 'password' : 'code',
  times: turn % 2 === 0 ? 1 : 5,
}));

describe.runIf(hasRedis)(`guesses of somebody who has the password ${SEED_TITLE}`, () => {
  let redis: TestRedis;
  let service: ServiceProcess;
  let gateways: Gateway[] = [];
  let owners = 0;

  beforeAll(async () => {
    [redis, service] = await Promise.all([TestRedis.start(), sharedService()]);
    const settings = {
      ...service.environment,
      REDIS_URL: redis.url,
      TRUST_PROXY: '127.0.0.0/8',
      UPSTREAM_TIMEOUT_MS: '9500',
    };
    const parts = { wait: () => Promise.resolve() };
    gateways = [await startWithStore(settings, parts), await startWithStore(settings, parts)];
    for (const gateway of gateways) gateway.stopClock();
  }, 180_000);
  afterAll(async () => {
    for (const gateway of gateways) await gateway.close();
    await redis.stop();
  }, 60_000);

  /** A new person with a second factor, signed in at an address of their own. */
  async function newOwner() {
    owners += 1;
    const [gateway] = gateways;
    if (!gateway) throw new Error('no gateway');
    const name = `modelo${owners}x${Date.now().toString(36)}`;
    const { username, temporary } = await newPerson(await signInDemo(gateway, ANA), 'LIMA', name);
    const names = { sucursal: 'LIMA', username };
    const address = `10.8.${owners}.1`;
    const mine = await visitorFrom(gateway, address);
    const first = { ...names, password: temporary, newPassword: PASSWORD };
    expect((await mine.post('/api/auth/password/first', first)).status).toBe(200);
    // The place of the first sign-in is known when it was reported.
    await sendTrail(gateway.services).close();
    const { key } = (await mine.post('/api/auth/factor/start', { current: PASSWORD })).body as { key: string };
    const app = new Authenticator(key);
    const done = await mine.post('/api/auth/factor/confirm', { current: PASSWORD, code: app.next() });
    return { names, mine, app, address, codes: (done.body as { codes: string[] }).codes };
  }

  /** Compares each answer, and in the end the service's count, with counts kept here. */
  async function play(acts: readonly Act[]): Promise<void> {
    const { names, mine, app, address, codes } = await newOwner();
    const places = ['here', 'elsewhere', 'elsewhere'] as const;
    const [first] = gateways;
    if (!first) throw new Error('no gateway');
    const thieves = await Promise.all(
      [1, 2, 3].map((n) => visitorFrom(first, n === 1 ? address : `10.8.${owners}.${n}`)),
    );
    const at = (gateway: number, browser = mine) => Object.assign(browser, { gateway: gateways[gateway] });
    let now = 0;
    let wrong = 0;
    /** Remaining attempts of an address, which refill. */
    const used = { here: { held: 0, at: 0 }, elsewhere: { held: 0, at: 0 } };
    const steps = new Map<number, { until: number; left: number }>();

    for (const { browser, gateway, what, times } of acts) {
      if (what === 'later') {
        now += times * MINUTE;
        for (const each of gateways) each.advance(times * MINUTE);
        continue;
      }
      const thief = at(gateway, thieves[browser]);
      // As a page does after its anonymous session has ended.
      await thief.get('/api/auth/session');
      if (what === 'cancel') {
        expect((await thief.post('/api/auth/factor/cancel')).status).toBe(204);
        steps.delete(browser);
      } else if (what === 'owner') {
        const code = codes.pop();
        const owner = at(gateway);
        const due = await owner.post('/api/auth/login', { ...names, password: PASSWORD });
        if (kindOf(due) === 'too-many-attempts' || code === undefined) continue;
        expect((await owner.post('/api/auth/factor', { code })).status).toBe(200);
        // The owner's sign-in clears only guesses at this address. A recovery code ends waiting sign-ins.
        used.here = { held: 0, at: now };
        steps.clear();
      } else if (what === 'code')
        for (let turn = 0; turn < times; turn += 1) {
          const answer = await thief.post('/api/auth/factor', { code: app.wrong() });
          const step = steps.get(browser);
          const isLooked = step !== undefined && step.until > now && step.left > 0;
          if (isLooked) step.left -= 1;
          const isBlocked = isLooked && wrong === WRONG_CODES;
          if (isLooked && !isBlocked) wrong += 1;
          expect([answer.status, answer.text.includes('demasiados')]).toEqual([422, isBlocked]);
        }
      else
        for (let turn = 0; turn < times; turn += 1) {
          const bucket = used[places[browser] ?? 'elsewhere'];
          const due = await thief.post('/api/auth/login', {
            ...names,
            password: what === 'password' ? PASSWORD : 'otra',
          });
          if (kindOf(due) === 'too-many-attempts') continue;
          bucket.held = Math.max(0, bucket.held - (now - bucket.at) / EVERY_MS) + 1;
          bucket.at = now;
          expect(bucket.held, 'proved passwords are not given back').toBeLessThanOrEqual(BURST + 0.001);
          expect(kindOf(due)).toBe(what === 'password' ? 'factor-due' : 'wrong-credentials');
          if (what === 'password') steps.set(browser, { until: now + STEP_MS, left: ATTEMPTS });
        }
    }
    const view = await at(0).get('/api/auth/factor');
    expect(view.body as FactorView).toMatchObject({ wrongCodes: wrong, onlyRecovery: wrong === WRONG_CODES });
  }

  it('G43: stay within ten codes, and within the limits of the account', { timeout: FUZZ_TIME_MS }, async () => {
    // A run takes a second, so shrinking would take minutes.
    const acts = fc.noShrink(fc.array(act, { minLength: 8, maxLength: 30 }));
    const property = fc.asyncProperty(acts, play);
    await check(property, 6, [[fiveCodesOfEachPassword]]);
  });
});
