import { FACTOR_CALLS, type FactorOutcome, factorOutcome } from '@despacho/contracts/factor-calls';
import { FACTOR_STEP, RECOVERY_CODES } from '@despacho/contracts';
import { hash } from 'node:crypto';
import { pino } from 'pino';
import fc from 'fast-check';
import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { COMMANDS } from '#edge/commands/commands.ts';
import { changeFactor, readFactor } from '#people/factors/own-factor.ts';
import { MAX_SIGN_IN_STEPS } from '#platform/database/table-bounds.ts';
import { proveAgain } from '#people/factors/prove-again.ts';
import { stepAt } from '#people/factors/totp.ts';
import { cancelStep } from '#people/factors/sign-in-steps.ts';
import { disablePerson } from '#people/directory/change-person.ts';
import { requireAccount } from '#people/directory/accounts-repository.ts';
import { changePassword } from '#people/tokens/change-password.ts';
import { recogniseToken, signIn } from '#people/tokens/access-tokens.ts';
import { operatorIn } from '#platform/dispatch/dispatcher.ts';
import { eraseUser } from '#upkeep/privacy/erase-user.ts';
import { type Services } from '#edge/services.ts';
import { assertionOf, claimsOf } from './assertions.ts';
import { addFactor } from './factors.ts';
import { N1, NEW_PASSWORD, NOTHING_OPEN, PASSWORD, resetPeople } from './people.ts';
import { onPostgres } from './postgres-world.ts';
import request from './request.ts';
import { createServices, createTestApp, SECRETS_KEY } from './test-services.ts';
import { useDesk } from './use-desk.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WRONG = { outcome: 'code' };

const outcomeOf = ({ outcome }: FactorOutcome): string => outcome;
const tokenIn = (done: FactorOutcome): string => (done.outcome === 'signed-in' ? done.login.token : '');

describe('a second factor', () => {
  const desk = useDesk();
  const { clock } = desk;
  const withKeys = (secretsKeys: string[] | undefined): Services => ({
    ...desk.services,
    config: { ...desk.services.config, secretsKeys },
  });
  const login = (username = 'driver') =>
    request(desk.app).get('/legacy/base/auth').query({ sucursal: 'N1', user: username, password: PASSWORD });
  const isValid = (token: string) =>
    recogniseToken(desk.services, token).then(
      () => true,
      () => false,
    );
  const run = (name: string, options: Record<string, string> = {}) =>
    COMMANDS[name]?.run?.(desk.db, (option) => options[option] ?? '', '', pino({ level: 'silent' }));
  const DRIVER = { office: 'N1', username: 'driver' };

  it('G43: makes the sign-in call answer 403 without a token, and continues with a code once', async () => {
    const factor = await addFactor(desk.services);
    const refused = await login().expect(403);
    expect(refused.body).toEqual({
      message: expect.any(String) as string,
      reason: 'factor-due',
      step: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    const { step } = refused.body as { step: string };
    expect(await desk.db.selectFrom('access_tokens').selectAll().execute()).toEqual([]);
    const stored = JSON.stringify(await desk.db.selectFrom('sign_in_steps').selectAll().execute());
    expect(stored).not.toContain(step);
    expect(stored).toContain(hash('sha256', step));
    const done = await factor.finishStep(step, factor.nextCode());
    expect(done).toMatchObject({ outcome: 'signed-in', login: { sucursal: 'N1' }, recovery: false });
    expect(await isValid(tokenIn(done))).toBe(true);
    expect(await factor.finishStep(step, factor.nextCode())).toEqual(WRONG);
    // Others sign in as before.
    await login('clerk').expect(200);
  });

  it('does not count until a code was typed, and not after fifteen minutes', async () => {
    const factor = await addFactor(desk.services);
    await factor.change('remove');
    const again = await factor.change('start', { code: undefined });
    expect(again).toMatchObject({ outcome: 'started' });
    await login().expect(200);
    clock.move(16 * MINUTE);
    expect(await factor.change('confirm')).toEqual({ outcome: 'state' });
    await login().expect(200);
  });

  it('G43: answers alike for a wrong, used and late code, and for an unknown, replayed, foreign and expired step', async () => {
    const factor = await addFactor(desk.services);
    const other = await addFactor(desk.services, 'clerk');
    const used = factor.nextCode();
    expect(await factor.finish(used)).toMatchObject({ outcome: 'signed-in' });
    const [open, expired] = [await factor.prove(), await factor.prove()];
    const answers = [
      await factor.finishStep(open, factor.codeAt(-9)),
      await factor.finishStep(open, used),
      await factor.finishStep(open, factor.codeAt(-2)),
      await factor.finishStep(open, '12345'),
      await factor.finishStep('x'.repeat(43), factor.codeAt(1)),
      await other.finishStep(open, other.nextCode()),
    ];
    expect(answers).toEqual(answers.map(() => WRONG));
    // The same step and the same moment with a right code.
    expect(await factor.finishStep(open, factor.nextCode())).toMatchObject({ outcome: 'signed-in' });
    clock.move(FACTOR_STEP.minutes * MINUTE + 1);
    expect(await factor.finishStep(expired, factor.codeAt(0))).toEqual(WRONG);
    expect(await factor.finish(factor.codeAt(1))).toMatchObject({ outcome: 'signed-in' });
  });

  it('G43: allows five attempts of a step, and five steps of a person', async () => {
    const factor = await addFactor(desk.services);
    const step = await factor.prove();
    for (let turn = 0; turn < FACTOR_STEP.attempts; turn += 1) await factor.finishStep(step, factor.codeAt(-9));
    expect(await factor.finishStep(step, factor.codeAt(0))).toEqual(WRONG);
    const steps: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      clock.move(1);
      steps.push(await factor.prove());
    }
    expect(await factor.finishStep(steps[0] ?? '', factor.codeAt(0))).toEqual(WRONG);
    expect(await factor.finishStep(steps[1] ?? '', factor.codeAt(0))).toMatchObject({ outcome: 'signed-in' });
  });

  it('G43: accepts ten wrong codes in a day, over all steps and services, and then recovery codes alone', async () => {
    const factor = await addFactor(desk.services);
    const elsewhere = createServices(desk.db, clock);
    const outcomes: string[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      clock.move(MINUTE);
      const by = turn % 2 === 0 ? desk.services : elsewhere;
      outcomes.push(outcomeOf(await factor.finishStep(await factor.prove(), factor.codeAt(-9), by)));
    }
    expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 'code'), 'blocked', 'blocked']);
    // Right codes are not looked at, also as the proof of a change.
    expect(await factor.finish(factor.codeAt(0))).toEqual({ outcome: 'blocked' });
    expect(await factor.change('remove', { code: factor.codeAt(0) })).toEqual({ outcome: 'blocked' });
    expect(await readFactor(desk.services, factor.account)).toMatchObject({ wrongCodes: 10, onlyRecovery: true });
    expect(await factor.finish(factor.codes[0] ?? '')).toMatchObject({ outcome: 'signed-in', recovery: true });
    clock.move(DAY - 10 * MINUTE);
    expect(await factor.finish(factor.codeAt(0))).toMatchObject({ outcome: 'signed-in' });
  });

  it('G43: checks at most ten wrong codes in any 24 hours, in any order of actions at two services', async () => {
    const act = fc.record({
      what: fc.constantFrom('password', 'password', 'wrong', 'wrong', 'right', 'right', 'change', 'proof', 'recovery'),
      step: fc.nat(2),
      service: fc.nat(1),
      laterMs: fc.constantFrom(...Array.from({ length: 36 }, () => 0), 31_000, 6 * MINUTE, 11 * 60 * MINUTE),
    });
    const play = async (acts: (typeof act extends fc.Arbitrary<infer Act> ? Act : never)[]) => {
      await resetPeople(desk.db);
      const services = [desk.services, createServices(desk.db, clock)];
      const factor = await addFactor(desk.services);
      let wrong: number[] = [];
      let [last, used] = [stepAt(clock()) - 1, 0];
      let steps: { secret: string; until: number; left: number }[] = [];
      for (const { what, step: index, service, laterMs } of acts) {
        clock.move(laterMs + 1);
        const now = clock().getTime();
        const by = services[service] ?? desk.services;
        const step = steps.at(-1 - index);
        const isRight = what === 'right' && stepAt(clock()) > last;
        wrong = wrong.filter((at) => now - at < DAY);
        const expected = (right: string): string => {
          if (what === 'recovery') return right;
          if (wrong.length === 10) return 'blocked';
          if (isRight) return right;
          wrong.push(now);
          return 'code';
        };
        const code = what === 'right' ? factor.codeAt(0) : factor.codeAt(-9);
        if (what === 'password') {
          steps.push({ secret: await factor.prove(), until: now + FACTOR_STEP.minutes * MINUTE, left: 5 });
          steps = steps.slice(-5);
        } else if (what === 'change')
          expect(outcomeOf(await factor.change('codes', { code }, by))).toBe(expected('done'));
        else if (what === 'proof')
          expect(outcomeOf(await proveAgain(by, { ...factor.account, code, keep: '' }))).toBe(expected('proved'));
        else {
          const isOpen = step !== undefined && step.until > now && step.left > 0;
          if (isOpen) step.left -= 1;
          const typed = what === 'recovery' ? (factor.codes[used] ?? '') : code;
          const done = outcomeOf(await factor.finishStep(step?.secret ?? '', typed, by));
          expect(done).toBe(isOpen && typed !== '' ? expected('signed-in') : 'code');
          if (done !== 'signed-in') continue;
          if (what === 'right') last = stepAt(clock());
          else used += 1;
          steps = what === 'right' ? steps.filter((each) => each !== step) : [];
        }
      }
      expect(await readFactor(desk.services, factor.account)).toMatchObject({ wrongCodes: wrong.length });
    };
    const seed = inject('interleavings').seed;
    const acts = fc.noShrink(fc.array(act, { minLength: 40, maxLength: 60 }));
    await fc.assert(fc.asyncProperty(acts, play), { numRuns: 6, seed });
  });

  it('G43: accepts each recovery code once, however it is written, and ends the other sessions', async () => {
    const factor = await addFactor(desk.services);
    expect(new Set(factor.codes).size).toBe(RECOVERY_CODES);
    const before = tokenIn(await factor.finish(factor.nextCode()));
    const waiting = await factor.prove();
    const [code = '', second = ''] = factor.codes;
    expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    const misread = code.toLowerCase().replaceAll('-', ' ').replaceAll('o', '0').replaceAll('b', '8');
    const done = await factor.finish(` ${misread} `);
    expect(done).toMatchObject({ outcome: 'signed-in', recovery: true });
    expect([await isValid(before), await isValid(tokenIn(done))]).toEqual([false, true]);
    expect(await factor.finishStep(waiting, second)).toEqual(WRONG);
    expect(await factor.finish(code)).toEqual(WRONG);
    expect(await readFactor(desk.services, factor.account)).toMatchObject({ codesLeft: RECOVERY_CODES - 1 });
    const stored = JSON.stringify(await desk.db.selectFrom('recovery_codes').selectAll().execute());
    for (const each of factor.codes) expect(stored).not.toContain(each.replaceAll('-', ''));
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'the password was changed',
      () =>
        changePassword(desk.services, {
          ...{ sucursal: 'N1', username: 'driver', current: PASSWORD, password: NEW_PASSWORD },
          ...{ temporary: false, keep: null },
        }),
    ],
    [
      'the account was disabled',
      () => {
        const by = operatorIn({ ...N1, timeZone: 'America/Lima' });
        return disablePerson(desk.services, by, 'driver', { openWork: 'known', openWorkOf: NOTHING_OPEN });
      },
    ],
    ['the factor was reset', async () => run('user reset-factor', DRIVER)],
    ['the sign-in was cancelled', () => Promise.resolve()],
  ])('G43: ends a waiting sign-in when %s', async (what, act) => {
    const factor = await addFactor(desk.services);
    const step = await factor.prove();
    await act();
    if (what === 'the sign-in was cancelled') await cancelStep(desk.services, { step });
    expect(await factor.finishStep(step, factor.nextCode())).toEqual(WRONG);
    expect(await desk.db.selectFrom('access_tokens').selectAll().execute()).toEqual([]);
  });

  it('requires the password and a code for each change, and ends the other sessions', async () => {
    const before = await signIn(desk.services, { sucursal: 'N1', username: 'driver', password: PASSWORD });
    const factor = await addFactor(desk.services);
    expect(await isValid(before.token)).toBe(false);
    for (const what of ['codes', 'remove'] as const) {
      expect(await factor.change(what, { current: 'otra' })).toEqual({ outcome: 'password' });
      expect(await factor.change(what, { code: factor.codeAt(-9) })).toEqual(WRONG);
      expect(await factor.change(what, { code: undefined })).toEqual(WRONG);
    }
    expect(await factor.change('start')).toEqual({ outcome: 'state' });
    clock.move(2 * MINUTE);
    const renewed = await factor.change('codes', { code: factor.codeAt(0) });
    expect(renewed).toMatchObject({ outcome: 'done' });
    expect(await factor.finish(factor.codes[0] ?? '')).toEqual(WRONG);
    const mine = tokenIn(await factor.finish(factor.codeAt(1)));
    clock.move(2 * MINUTE);
    const other = tokenIn(await factor.finish(factor.codeAt(0)));
    const removed = { code: factor.codeAt(1), keep: hash('sha256', mine) };
    expect(await factor.change('remove', removed)).toEqual({ outcome: 'done', codes: [] });
    expect([await isValid(mine), await isValid(other)]).toEqual([true, false]);
    expect(await desk.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([]);
    await login().expect(200);
  });

  it('G43: proves again with a code, and does not look at a password beside a factor', async () => {
    const prove = (given: object, username = 'driver') =>
      proveAgain(desk.services, { sucursal: 'N1', username, keep: '', ...given });
    const factor = await addFactor(desk.services);
    for (const current of [PASSWORD, 'otra', undefined]) expect(await prove({ current })).toEqual({ outcome: 'state' });
    expect(await prove({ code: factor.nextCode() })).toEqual({ outcome: 'proved', by: 'factor' });
    expect(await prove({ code: factor.codes[0] })).toEqual({ outcome: 'proved', by: 'recovery' });
    expect(await prove({ current: PASSWORD }, 'clerk')).toEqual({ outcome: 'proved', by: 'password' });
    expect(await prove({ current: 'otra' }, 'clerk')).toEqual({ outcome: 'password' });
    expect(await prove({ code: '123456' }, 'clerk')).toEqual({ outcome: 'state' });
  });

  it('G43: refuses the codes of an app without the right key, and changes nothing for others', async () => {
    const factor = await addFactor(desk.services);
    const stored = (await desk.db.selectFrom('factors').select('secret').executeTakeFirstOrThrow()).secret;
    expect(stored).not.toContain(factor.started.key);
    for (const keys of [undefined, ['another key that is long enough to be used']]) {
      const without = withKeys(keys);
      expect(await factor.finishStep(await factor.prove(), factor.codeAt(0), without)).toEqual({ outcome: 'key' });
      expect(await factor.finishStep(await factor.prove(), factor.codeAt(-9), without)).toEqual({ outcome: 'key' });
      expect(await factor.change('remove', {}, without)).toEqual({ outcome: 'key' });
    }
    const starting = { ...factor.proof, username: 'clerk' };
    expect(await factor.change('start', starting, withKeys(undefined))).toEqual({ outcome: 'key' });
    expect(await readFactor(withKeys(undefined), factor.account)).toMatchObject({ available: false });
    await login('clerk').expect(200);
    // Recovery codes are not encrypted.
    const recovered = await factor.finishStep(await factor.prove(), factor.codes[0] ?? '', withKeys(undefined));
    expect(recovered).toMatchObject({ outcome: 'signed-in' });
    // Moved to another account, a secret does not open.
    const other = await addFactor(desk.services, 'clerk');
    await desk.db.updateTable('factors').set({ secret: stored }).where('user_id', '=', 'clerk').execute();
    expect(await other.finish(factor.codeAt(0))).toEqual({ outcome: 'key' });
  });

  it('G43: replaces the key without ending anybody', async () => {
    const factor = await addFactor(desk.services);
    const NEW = 'the newest key that is also long enough';
    const finishWith = async (keys: string[], code: string) =>
      outcomeOf(await factor.finishStep(await factor.prove(), code, withKeys(keys)));
    expect(await finishWith([NEW, SECRETS_KEY], factor.nextCode())).toBe('signed-in');
    const rewrite = async (keys: string) => {
      vi.stubEnv('SECRETS_KEY', keys);
      return run('secrets rewrite');
    };
    try {
      expect(await rewrite('a key that is not the right one but long')).toMatch(/^0 .* 1 cannot be decrypted/);
      expect(await rewrite(`${NEW},${SECRETS_KEY}`)).toMatch(/^1 second factors encrypted with the newest key/);
      expect(await rewrite(`${NEW},${SECRETS_KEY}`)).toMatch(/^0 second factors/);
    } finally {
      vi.unstubAllEnvs();
    }
    expect(await finishWith([SECRETS_KEY], factor.nextCode())).toBe('key');
    clock.move(2 * MINUTE);
    expect(await finishWith([NEW], factor.codeAt(0))).toBe('signed-in');
  });

  it('is removed by the operator’s command, with every token, and with the person’s data', async () => {
    const factor = await addFactor(desk.services);
    const token = tokenIn(await factor.finish(factor.nextCode()));
    expect(await run('user reset-factor', DRIVER)).toMatch(/^Second factor of driver removed/);
    expect(await run('user reset-factor', DRIVER)).toBe('driver has no second factor.');
    expect(await isValid(token)).toBe(false);
    await login().expect(200);
    const [row] = await desk.db.selectFrom('trail').selectAll().where('kind', '=', 'factor.removed').execute();
    expect(row).toMatchObject({ actor_id: null, subject_id: 'driver' });
    await addFactor(desk.services);
    await desk.db.updateTable('users').set({ state: 'retired' }).where('id', '=', 'driver').execute();
    await eraseUser(desk.services, await requireAccount(desk.db, N1, 'driver'), true);
    expect(await desk.db.selectFrom('factors').selectAll().execute()).toEqual([]);
  });

  describe('that somebody with charge S removes', () => {
    const ask = (
      operation: 'people.removeFactor' | 'passwords.link',
      as: 'keeper' | 'chief' | 'clerk',
      id = 'driver',
    ) => desk.dispatch.call(operation, { as, id });
    beforeEach(async () => {
      const account = { office_id: 'N1', charge: 'S', permissions: ['G01'], password_hash: '' };
      for (const id of ['keeper', 'chief'])
        await desk.db
          .insertInto('users')
          .values({ id, username: id, name: id, ...account })
          .execute();
    });
    const removals = () => desk.db.selectFrom('trail').selectAll().where('kind', '=', 'factor.removed').execute();

    it('G43: ends every token, is in the trail, and is never their own', async () => {
      const factor = await addFactor(desk.services);
      const token = tokenIn(await factor.finish(factor.nextCode()));
      expect((await ask('people.removeFactor', 'clerk')).status).toBe(403);
      const own = await ask('people.removeFactor', 'keeper', 'keeper');
      expect([own.status, own.text]).toEqual([403, expect.stringContaining('Mis sesiones')]);
      expect([await isValid(token), await removals()]).toEqual([true, []]);
      for (let turn = 0; turn < 2; turn += 1) {
        const removed = await ask('people.removeFactor', 'keeper');
        expect(removed).toMatchObject({ status: 200, body: { id: 'driver', factor: false } });
      }
      expect(await isValid(token)).toBe(false);
      expect(await desk.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([]);
      await login().expect(200);
      expect(await removals()).toMatchObject([{ actor_id: 'keeper', subject_id: 'driver' }]);
    });

    it('G43: is removed by somebody else than who gave the person a password link, for a day', async () => {
      await addFactor(desk.services);
      expect((await ask('passwords.link', 'keeper')).status).toBe(200);
      const refused = await ask('people.removeFactor', 'keeper');
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('enlace de contraseña')]);
      expect(await removals()).toEqual([]);
      expect((await ask('people.removeFactor', 'chief')).status).toBe(200);
      expect((await ask('passwords.link', 'chief')).status).toBe(422);
      // Somebody else’s.
      expect((await ask('passwords.link', 'chief', 'clerk')).status).toBe(200);
      clock.move(DAY);
      for (const operation of ['passwords.link', 'people.removeFactor'] as const)
        expect((await ask(operation, operation === 'passwords.link' ? 'chief' : 'keeper')).status).toBe(200);
    });
  });

  it('G40: keeps a fixed number of rows for each person, however often it is used', async () => {
    const factor = await addFactor(desk.services);
    for (let turn = 0; turn < 12; turn += 1) {
      clock.move(MINUTE);
      expect(await factor.change('codes', { code: factor.codeAt(0) })).toMatchObject({ outcome: 'done' });
      await factor.guess();
      await changeFactor(desk.services, 'start', { ...factor.proof, username: 'clerk' });
      if (turn % 2 === 0) clock.move(DAY);
    }
    for (let turn = 0; turn < 8; turn += 1) await factor.prove();
    const count = async (table: 'factors' | 'recovery_codes' | 'sign_in_steps') =>
      (await desk.db.selectFrom(table).select('user_id').execute()).length;
    expect([await count('factors'), await count('recovery_codes'), await count('sign_in_steps')]).toEqual([
      2,
      RECOVERY_CODES,
      MAX_SIGN_IN_STEPS,
    ]);
    const [row] = await desk.db.selectFrom('factors').select('wrong_at').where('user_id', '=', 'driver').execute();
    expect(row?.wrong_at.length).toBeLessThanOrEqual(10);
    // The steps of everybody are deleted when they are past.
    clock.move(FACTOR_STEP.minutes * MINUTE);
    await addFactor(desk.services, 'clerk').then(({ prove }) => prove());
    expect(await count('sign_in_steps')).toBe(1);
  });

  it('is called by a gateway alone, with valid bodies', async () => {
    const factor = await addFactor(desk.services);
    const post = (path: string, body: object, assertion: string) =>
      request(desk.app).post(`/operations${path}`).set('Authorization', `Bearer ${assertion}`).send(body);
    const step = { ...factor.account, step: await factor.prove(), code: factor.nextCode() };
    const assertion = await assertionOf(claimsOf('clerk'), { from: clock() });
    for (const path of Object.values(FACTOR_CALLS)) {
      if (path === FACTOR_CALLS.read || path === FACTOR_CALLS.notices) continue;
      expect((await post(path, step, 'x')).status).toBe(401);
      expect((await post(path, { unknown: 1 }, assertion)).status).toBe(400);
    }
    const read = (sent: string, path: string = FACTOR_CALLS.read) =>
      request(desk.app).get(`/operations${path}`).query(factor.account).set('Authorization', `Bearer ${sent}`);
    for (const path of [FACTOR_CALLS.read, FACTOR_CALLS.notices]) expect((await read('x', path)).status).toBe(401);
    expect((await read(assertion)).body).toMatchObject({ available: true, codesLeft: RECOVERY_CODES });
    const lines: string[] = [];
    const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const withoutKey = createTestApp({ ...withKeys(undefined), logger });
    const sent = request(withoutKey).post(`/operations${FACTOR_CALLS.finish}`).send(step);
    expect((await sent.set('Authorization', `Bearer ${assertion}`)).body).toEqual({ outcome: 'key' });
    expect(lines).toEqual([expect.stringContaining('SECRETS_KEY')]);
    const finished = await post(FACTOR_CALLS.finish, step, assertion);
    expect(factorOutcome.parse(finished.body)).toMatchObject({ outcome: 'signed-in' });
    expect((await post(FACTOR_CALLS.cancel, { step: step.step }, assertion)).status).toBe(200);
  });
});

onPostgres('a second factor on two services at the same time', (world) => {
  const finishTwice = async (codeOf: (factor: Awaited<ReturnType<typeof addFactor>>) => string) => {
    const factor = await addFactor(world.services);
    const code = codeOf(factor);
    const steps = [await factor.prove(), await factor.prove()];
    const holdPerson = async (trx: typeof world.db) => {
      await trx.selectFrom('users').select('id').where('id', '=', 'driver').forUpdate().execute();
    };
    const services = [world.services, createServices(world.db, world.services.clock)];
    const finish = () => steps.map((step, index) => factor.finishStep(step, code, services[index]));
    const both = await world.atOnce(2, finish, holdPerson);
    return both.map((each) => (each.status === 'fulfilled' ? each.value.outcome : 'failed')).sort();
  };

  it('G43: accepts a code of the app once', async () => {
    expect(await finishTwice((factor) => factor.nextCode())).toEqual(['code', 'signed-in']);
  });

  it('G43: accepts a recovery code once', async () => {
    expect(await finishTwice(({ codes }) => codes[0] ?? '')).toEqual(['code', 'signed-in']);
  });
});
