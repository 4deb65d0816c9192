import { LONG_PASSWORD } from '@despacho/contracts';
import { keyOf } from '@despacho/tooling/stack/authenticator';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '#edge/commands/commands.ts';
import { readFactor, resetFactor } from '#people/factors/own-factor.ts';
import { readNotices, seeNotices } from '#people/factors/sign-in-notices.ts';
import { finishSetUp, finishSignIn, setUpFactor } from '#people/factors/sign-in-steps.ts';
import { codeOfStep, stepAt } from '#people/factors/totp.ts';
import { permitSetUp } from '#people/factors/may-set-up.ts';
import { checkNewPassword, judgePassword } from '#people/passwords/check-password.ts';
import { recogniseToken } from '#people/tokens/access-tokens.ts';
import { requireUser } from '#people/users/users-repository.ts';
import { addFactor } from './factors.ts';
import { N1 } from './people.ts';
import { AWAY, OFFICE, personAt, reportSignIn, required, setRules } from './sign-in-rules.ts';
import { linkOwn } from './providers.ts';
import { useDesk } from './use-desk.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** What a person with charge S may have lost since the gateway saw them. */
const LOST = [{ permissions: ['M01'] }, { charge: 'D' }, { state: 'disabled' as const }];

describe('the sign-in rules of a company', () => {
  const desk = useDesk();
  const { clock, dispatch } = desk;
  const driver = () => requireUser(desk.db, N1, 'driver');
  const read = () => dispatch.ok('signInRules.read', { as: 'keeper' });
  const edit = async (changes: object, as: 'keeper' | 'chief' | 'clerk' | 'blindchief' = 'keeper') =>
    dispatch.call('signInRules.edit', { as, body: { version: (await read()).version, changes } });
  const ago = (ms: number): Date => new Date(clock().getTime() - ms);

  beforeEach(async () => {
    const account = { office_id: 'N1', charge: 'S', password_hash: '' };
    for (const [id, permissions] of [
      ['keeper', ['G01']],
      ['chief', ['G01']],
      ['blindchief', ['M01']],
    ] as const)
      await desk.db
        .insertInto('users')
        .values({ id, username: id, name: id, permissions: [...permissions], ...account })
        .execute();
    await desk.db
      .updateTable('users')
      .set({ created_at: ago(100 * DAY) })
      .execute();
  });

  describe('when they are changed', () => {
    it('G43: have default values, and changes of them are in the trail', async () => {
      expect(await read()).toEqual({
        ...{ version: 1, required: required({}), graceDays: 14, byUsername: true, longer: false },
        ...{ available: true, provider: 'Cuenta de Norte', people: { required: 0, missing: 0 }, changed: null },
      });
      const changed = await edit({ required: required({ offices: ['N2', 'N1', 'N1'] }), graceDays: 3 });
      expect(changed.body).toMatchObject({
        version: 2,
        required: { offices: ['N1', 'N2'] },
        changed: { by: { username: 'keeper' } },
      });
      const { people } = await read();
      expect(people.missing).toBe(people.required);
      const rows = await desk.db.selectFrom('trail').selectAll().execute();
      expect(rows).toMatchObject([
        {
          ...{ kind: 'signInRules.changed', actor_id: 'keeper', office_id: null },
          details: { before: { graceDays: 14 }, after: { graceDays: 3, required: { offices: ['N1', 'N2'] } } },
        },
      ]);
      // Equal values change nothing.
      expect((await edit({ graceDays: 3 })).body).toMatchObject({ version: 2 });
      expect(await desk.db.selectFrom('trail').selectAll().execute()).toHaveLength(1);
    });

    it('G43: counts the people who must have a factor, and those without', async () => {
      await addFactor(desk.services);
      await setRules(desk.services, { required: required({ offices: ['N2'] }) });
      const { people: ofN2 } = await read();
      await setRules(desk.services, { required: required({ offices: ['N1', 'N2'] }) });
      const { people } = await read();
      expect(ofN2).toEqual({ required: 2, missing: 2 });
      expect(people.required - people.missing).toBe(1);
      await setRules(desk.services, { required: required({ chargeS: true }) });
      expect((await read()).people.required).toBe(5);
    });

    it('G43: list those without a required factor with their deadline, as they are counted', async () => {
      await addFactor(desk.services);
      await desk.db.updateTable('users').set({ state: 'disabled' }).where('id', '=', 'clerk').execute();
      const list = (query: Record<string, string>, office = 'N1') =>
        dispatch.ok('people.list', { as: 'keeper', office, query });
      const lacking = async () => (await list({ estado: 'withoutFactor' })).people.map(({ id }) => id);
      const deadlines = async () =>
        Object.fromEntries((await list({})).people.map(({ id, factorBy }) => [id, factorBy]));
      await setRules(desk.services, { required: required({ chargeS: true }), graceDays: 3 });
      expect(await lacking()).toEqual(['blindchief', 'chief', 'blindsupervisor', 'supervisor', 'keeper']);
      const until = new Date(clock().getTime() + 3 * DAY).toISOString();
      expect(await deadlines()).toMatchObject({ supervisor: until, admin: null, driver: null });
      const { people } = await setRules(desk.services, { required: required({ company: true }) });
      // The disabled one is not asked for it, and the driver has it.
      expect(await deadlines()).toMatchObject({ admin: until, clerk: null, driver: null });
      const counts = [await list({}), await list({}, 'N2')].map((page) => page.counts.withoutFactor);
      expect([counts, people.missing]).toEqual([[6, 2], 8]);
    });

    it('rejects an outdated version, unknown offices, and offices of another company', async () => {
      await setRules(desk.services, { graceDays: 3 }, 'chief');
      const late = await dispatch.call('signInRules.edit', {
        as: 'keeper',
        body: { version: 1, changes: { graceDays: 5 } },
      });
      expect([late.status, late.body]).toMatchObject([409, { changed: { by: { username: 'chief' } } }]);
      for (const office of ['N9', 'S1'])
        expect((await edit({ required: required({ offices: [office] }) })).status).toBe(400);
      expect((await edit({ graceDays: 61 })).status).toBe(400);
    });

    it('G20: requires charge S and G01 at the moment of the change', async () => {
      expect((await edit({ graceDays: 3 }, 'clerk')).status).toBe(403);
      expect((await edit({ graceDays: 3 }, 'blindchief')).status).toBe(403);
      for (const lost of LOST) {
        await desk.db.updateTable('users').set(lost).where('id', '=', 'chief').execute();
        expect([lost, (await edit({ graceDays: 3 }, 'chief')).status]).toEqual([lost, 403]);
        await desk.db
          .updateTable('users')
          .set({ permissions: ['G01'], charge: 'S', state: 'active' })
          .where('id', '=', 'chief')
          .execute();
      }
      expect((await read()).version).toBe(1);
    });

    it('G43: never require a factor without a key that encrypts it', async () => {
      const services = { ...desk.services, config: { ...desk.services.config, secretsKeys: undefined } };
      await expect(setRules(services, { required: required({ company: true }) })).rejects.toThrow(/segundos pasos/);
      await setRules(desk.services, { required: required({ company: true }) });
      // Requiring less is allowed.
      expect(await setRules(services, { required: required({ chargeS: true }) })).toMatchObject({ available: false });
    });

    it('G43: cannot disable passwords without a provider, or for a caller who is not linked', async () => {
      const off = { byUsername: false };
      expect((await edit(off)).text).toContain('Vincule primero');
      await desk.db
        .updateTable('users')
        .set({ password_hash: await requireHash() })
        .where('id', '=', 'keeper')
        .execute();
      await addFactor(desk.services, 'keeper');
      await linkOwn(desk.services, { username: 'keeper', sub: 'sub-of-keeper' });
      desk.services.providers.replace([]);
      expect((await edit(off)).text).toContain('no tiene otra forma');
      desk.services.providers.replace([{ issuer: 'https://nueva.example', ruc: (await driver()).ruc, label: 'Nueva' }]);
      // A link to a former provider gives no access.
      expect((await edit(off)).status).toBe(422);
      expect((await read()).byUsername).toBe(true);
    });

    it('G43: can disable passwords for a caller who is linked', async () => {
      await desk.db
        .updateTable('users')
        .set({ password_hash: await requireHash() })
        .where('id', '=', 'keeper')
        .execute();
      await addFactor(desk.services, 'keeper');
      await linkOwn(desk.services, { username: 'keeper', sub: 'sub-of-keeper' });
      expect((await edit({ byUsername: false })).body).toMatchObject({ byUsername: false, version: 2 });
    });
  });
  const requireHash = async (): Promise<string> =>
    (await desk.db.selectFrom('users').select('password_hash').where('id', '=', 'driver').executeTakeFirstOrThrow())
      .password_hash ?? '';

  describe('with a required factor', () => {
    const person = () => personAt(desk.services);
    const isDue = async () => (await person().login()).reason;

    it('G43: count the days of grace from when a person was included or created', async () => {
      await setRules(desk.services, { required: required({ offices: ['N1'] }), graceDays: 3 });
      clock.move(2 * DAY);
      // The grace does not restart for another office, another number of days, or a smaller requirement.
      await setRules(desk.services, { required: required({ offices: ['N1'], company: false }), graceDays: 3 });
      expect(await isDue()).toBe('token');
      clock.move(DAY);
      expect(await isDue()).toBe('factor-missing');
      await setRules(desk.services, { required: required({ offices: ['N1', 'N2'] }) });
      expect(await isDue()).toBe('token');
      clock.move(3 * DAY);
      expect(await isDue()).toBe('factor-missing');
      await setRules(desk.services, { required: required({ offices: ['N1'] }) });
      expect(await isDue()).toBe('factor-missing');
      await desk.db
        .updateTable('users')
        .set({ created_at: ago(DAY) })
        .where('id', '=', 'driver')
        .execute();
      expect(await isDue()).toBe('token');
    });

    it.each([
      ['the company', { company: true }, ['driver', 'supervisor']],
      ['charge S', { chargeS: true }, ['supervisor']],
      ['an office', { offices: ['N1'] }, ['driver', 'supervisor']],
      ['another office', { offices: ['N2'] }, []],
    ] as const)('G43: concern those whom %s names', async (_name, given, names) => {
      await setRules(desk.services, {
        required: required({ ...given, offices: 'offices' in given ? [...given.offices] : [] }),
        graceDays: 0,
      });
      const due = [];
      for (const username of ['driver', 'supervisor'])
        if ((await personAt(desk.services, username).login()).reason === 'factor-missing') due.push(username);
      expect(due).toEqual(names);
    });

    it('G43: allow the step only to set up the factor, once, for fifteen minutes', async () => {
      await setRules(desk.services, { required: required({ company: true }), graceDays: 0 });
      const { account, login, setUp } = person();
      const { step } = await login();
      expect(await desk.db.selectFrom('access_tokens').selectAll().execute()).toEqual([]);
      expect(await finishSignIn(desk.services, { ...account, step, code: '123456' })).toEqual({ outcome: 'code' });
      const [, late] = [await setUp(OFFICE, step), (await login()).step];
      const started = await setUp(OFFICE, step);
      if (started.outcome !== 'started') throw new Error(started.outcome);
      const code = () => codeOfStep(keyOf(started.key), stepAt(clock()));
      expect(await finishSetUp(desk.services, { ...account, step, code: '000000' })).toEqual({ outcome: 'code' });
      const done = await finishSetUp(desk.services, { ...account, step, code: code() });
      expect(done).toMatchObject({ outcome: 'signed-in', recovery: false, codes: { length: 10 } });
      const token = done.outcome === 'signed-in' ? done.login.token : '';
      expect(await recogniseToken(desk.services, token)).toMatchObject({ id: 'driver' });
      // Neither this step nor another one that waits.
      for (const other of [step, late])
        expect(await setUpFactor(desk.services, { ...account, step: other, address: OFFICE })).toEqual({
          outcome: 'code',
        });
      expect(await isDue()).toBe('factor-due');
    });

    it('G43: show one key during a step, so that a reload does not make the one in the app useless', async () => {
      await setRules(desk.services, { required: required({ company: true }), graceDays: 0 });
      const { login, setUp } = person();
      const [{ step }, { step: other }] = [await login(), await login()];
      const first = await setUp(OFFICE, step);
      expect(first).toMatchObject({ outcome: 'started' });
      expect(await setUp(OFFICE, other)).not.toEqual(first);
      expect(await setUp(OFFICE, step)).toEqual(first);
    });

    it('G43: expire the step after fifteen minutes or five wrong codes, and refuse a step that waits for a code', async () => {
      await setRules(desk.services, { required: required({ company: true }), graceDays: 0 });
      const { account, login, setUp } = person();
      const { step } = await login();
      clock.move(15 * 60_000 - 1);
      expect(await setUp(OFFICE, step)).toMatchObject({ outcome: 'started' });
      clock.move(1);
      expect(await setUp(OFFICE, step)).toEqual({ outcome: 'code' });
      const { step: tried } = await login();
      for (let turn = 0; turn < 5; turn += 1)
        await finishSetUp(desk.services, { ...account, step: tried, code: '000000' });
      expect(await setUp(OFFICE, tried)).toEqual({ outcome: 'code' });
      // A step for a code sets nothing up.
      await addFactor(desk.services);
      const { step: due } = await login();
      expect(await setUp(OFFICE, due)).toEqual({ outcome: 'code' });
    });

    it('G43: keep the factor until charge S removes it, and require it again afterwards', async () => {
      const factor = await addFactor(desk.services);
      await setRules(desk.services, { required: required({ offices: ['N1'] }), graceDays: 3 });
      expect(await factor.change('remove')).toEqual({ outcome: 'required' });
      expect(await readFactor(desk.services, factor.account)).toMatchObject({ required: true });
      await reportSignIn(desk.services, 'driver', OFFICE, ago(3 * DAY));
      clock.move(4 * DAY);
      expect((await dispatch.call('people.removeFactor', { as: 'keeper', id: 'driver' })).status).toBe(200);
      expect(await person().enrol(AWAY)).toEqual({ outcome: 'permit' });
      expect(await person().enrol(OFFICE)).toMatchObject({ outcome: 'signed-in' });
      await setRules(desk.services, { required: required({}) });
      const again = await addFactor(desk.services, 'clerk');
      expect(await readFactor(desk.services, again.account)).toMatchObject({ required: false });
      expect(await again.change('remove')).toMatchObject({ outcome: 'done' });
    });
  });

  it('G43: let a sign-in finish that began before they changed', async () => {
    const setsUp = personAt(desk.services);
    await setRules(desk.services, { required: required({ company: true }), graceDays: 0 });
    const { reason, step } = await setsUp.login();
    const factor = await addFactor(desk.services, 'clerk');
    const waiting = await factor.prove();
    expect(reason).toBe('factor-missing');
    await setRules(desk.services, { required: required({}) });
    // Passwords are proved already, but no longer accepted.
    await desk.db.updateTable('sign_in_rules').set({ password_sign_in: false }).execute();
    const started = await setsUp.setUp(OFFICE, step);
    const code = started.outcome === 'started' ? codeOfStep(keyOf(started.key), stepAt(clock())) : '';
    expect(await finishSetUp(desk.services, { ...setsUp.account, step, code })).toMatchObject({ outcome: 'signed-in' });
    expect(await factor.finishStep(waiting, factor.nextCode())).toMatchObject({ outcome: 'signed-in' });
    await expect(factor.prove()).rejects.toThrow('no factor is due');
  });

  describe('where a factor is set up', () => {
    const start = async (address: string | undefined) => (await personAt(desk.services).start(address)).outcome;
    const known = (address: string, at: Date) => reportSignIn(desk.services, 'driver', address, at);

    it.each([
      ['an address of the last month', [[OFFICE, 20 * DAY]], OFFICE, 'started'],
      ['an address of more than a month ago', [[OFFICE, 31 * DAY]], OFFICE, 'permit'],
      ['a new address', [[OFFICE, 20 * DAY]], AWAY, 'permit'],
      [
        'an address that is new since yesterday',
        [
          [OFFICE, 20 * DAY],
          [AWAY, 23 * HOUR],
        ],
        AWAY,
        'permit',
      ],
      [
        'an address of the day before',
        [
          [OFFICE, 20 * DAY],
          [AWAY, 25 * HOUR],
        ],
        AWAY,
        'started',
      ],
      [
        'an address of more than a month ago and of now',
        [
          [OFFICE, 31 * DAY],
          [AWAY, 20 * DAY],
          [OFFICE, HOUR],
        ],
        OFFICE,
        'started',
      ],
      ['the address of the first sign-in', [[OFFICE, HOUR]], OFFICE, 'started'],
      [
        'the address of the first sign-in, after another one',
        [
          [OFFICE, HOUR],
          [AWAY, 0.5 * HOUR],
        ],
        OFFICE,
        'started',
      ],
      [
        'another address than that of the first sign-in',
        [
          [OFFICE, HOUR],
          [AWAY, 0.5 * HOUR],
        ],
        AWAY,
        'permit',
      ],
      ['any address before the first sign-in', [], AWAY, 'started'],
      ['no stated address', [[OFFICE, 20 * DAY]], undefined, 'permit'],
      ['the same network of IPv6', [['2800:200:1:2::5', 20 * DAY]], '2800:200:1:2:9::1', 'started'],
      ['another network of IPv6', [['2800:200:1:2::5', 20 * DAY]], '2800:200:1:3::5', 'permit'],
    ] as const)('G43: at %s', async (_name, signIns, address, outcome) => {
      for (const [at, before] of signIns) await known(at, ago(before));
      expect(await start(address)).toBe(outcome);
    });

    it('G43: is refused where the trail lacks the first sign-in', async () => {
      const { login } = personAt(desk.services);
      await login();
      expect(await start(AWAY)).toBe('permit');
      clock.move(HOUR);
      // A thief, in the first sign-in that was reported.
      await login();
      await known(AWAY, clock());
      expect(await start(AWAY)).toBe('permit');
      await desk.db.deleteFrom('sign_ins').execute();
      expect(await start(AWAY)).toBe('started');
      await desk.db.updateTable('users').set({ sign_ins_complete: false }).where('id', '=', 'driver').execute();
      expect(await start(AWAY)).toBe('permit');
    });

    it('G43: is refused at an address of another person', async () => {
      await known(OFFICE, ago(20 * DAY));
      await reportSignIn(desk.services, 'clerk', AWAY, ago(20 * DAY));
      expect(await start(AWAY)).toBe('permit');
    });
  });

  describe('a permit', () => {
    const permit = (as: 'keeper' | 'chief' | 'clerk' = 'keeper', id = 'driver') =>
      dispatch.call('people.permitFactor', { as, id });
    const start = async () => (await personAt(desk.services).start(AWAY)).outcome;
    beforeEach(() => reportSignIn(desk.services, 'driver', OFFICE, ago(3 * DAY)));

    it('G43: lets a person set up a factor from a new address once, for a day', async () => {
      expect(await start()).toBe('permit');
      expect((await permit()).body).toEqual({ until: new Date(clock().getTime() + DAY).toISOString() });
      const { account } = personAt(desk.services);
      clock.move(DAY - 1);
      expect(await start()).toBe('started');
      clock.move(1);
      expect(await start()).toBe('permit');
      await permit();
      await setRules(desk.services, { required: required({ company: true }), graceDays: 0 });
      expect(await personAt(desk.services).enrol(AWAY)).toMatchObject({ outcome: 'signed-in' });
      await resetFactor(desk.db, await driver(), clock());
      expect(await personAt(desk.services).enrol(AWAY)).toEqual({ outcome: 'permit' });
      const rows = await desk.db.selectFrom('trail').selectAll().where('kind', '=', 'factor.permitted').execute();
      expect(rows).toMatchObject([{ actor_id: 'keeper', subject_id: 'driver' }, { actor_id: 'keeper' }]);
      expect(account.username).toBe('driver');
    });

    it('G43: is void when its author no longer has charge S and G01', async () => {
      await permit();
      for (const lost of LOST) {
        await desk.db.updateTable('users').set(lost).where('id', '=', 'keeper').execute();
        expect([lost, await start()]).toEqual([lost, 'permit']);
        await desk.db
          .updateTable('users')
          .set({ permissions: ['G01'], charge: 'S', state: 'active' })
          .where('id', '=', 'keeper')
          .execute();
      }
      expect(await start()).toBe('started');
    });

    it('G43: is refused for oneself, and for an account that has a factor or is not active', async () => {
      expect((await permit('keeper', 'keeper')).status).toBe(403);
      expect((await permit('clerk')).status).toBe(403);
      await addFactor(desk.services, 'clerk');
      expect((await permit('keeper', 'clerk')).status).toBe(422);
      await desk.db.updateTable('users').set({ state: 'disabled' }).where('id', '=', 'driver').execute();
      expect((await permit()).status).toBe(422);
      expect((await dispatch.call('people.permitFactor', { as: 'keeper', id: 'stranger' })).status).toBe(404);
    });

    it('G43: is refused for a day to the person who sent a link, in either order', async () => {
      expect((await dispatch.call('passwords.link', { as: 'keeper', id: 'driver' })).status).toBe(200);
      expect((await permit()).text).toContain('enlace de contraseña');
      expect((await permit('chief')).status).toBe(200);
      for (const operation of ['passwords.link', 'people.inviteProvider'] as const)
        expect((await dispatch.call(operation, { as: 'chief', id: 'driver' })).text).toContain('permitió activar');
      clock.move(DAY);
      expect((await permit()).status).toBe(200);
    });

    it('G43: is given by the operator’s command to the only person with charge S', async () => {
      const said = await COMMANDS['user permit-factor']?.run?.(
        desk.db,
        (option) => ({ office: 'N1', username: 'driver' })[option] ?? '',
        '',
        pino({ level: 'silent' }),
      );
      expect(said).toMatch(/^driver may set up a second factor/);
      await permitSetUp(desk.db, await driver(), clock());
      expect(await start()).toBe('started');
    });
  });

  it('G43: shows each change at the next sign-in until it was seen', async () => {
    const account = { sucursal: 'N1', username: 'driver' };
    const kinds = async () => (await readNotices(desk.services, account)).changes.map(({ kind, by }) => [kind, by]);
    const { login } = personAt(desk.services);
    await login();
    expect(await readNotices(desk.services, account)).toEqual({ setUpBy: null, changes: [] });
    await setRules(desk.services, { required: required({ company: true }), graceDays: 2 });
    const until = new Date(clock().getTime() + 2 * DAY).toISOString();
    expect(await readNotices(desk.services, account)).toMatchObject({ setUpBy: until });
    const factor = await addFactor(desk.services);
    clock.move(1000);
    await factor.finish(factor.codes[0] ?? '');
    clock.move(1000);
    await dispatch.call('people.removeFactor', { as: 'keeper', id: 'driver' });
    const all = [
      ['factor.removed', 'keeper'],
      ['factor.recoveryUsed', null],
      ['factor.added', null],
    ];
    expect(await kinds()).toEqual(all);
    // A later time counts as now, and an earlier one changes nothing.
    await seeNotices(desk.services, { ...account, until: new Date(clock().getTime() - 1000).toISOString() });
    expect(await kinds()).toEqual(all.slice(0, 1));
    await seeNotices(desk.services, { ...account, until: new Date(clock().getTime() + DAY).toISOString() });
    await seeNotices(desk.services, { ...account, until: new Date(0).toISOString() });
    expect(await kinds()).toEqual([]);
    clock.move(1000);
    await dispatch.call('people.permitFactor', { as: 'keeper', id: 'driver' });
    expect(await kinds()).toEqual([['factor.permitted', 'keeper']]);
    // Not for other people, and not at a sign-in, which does not read the rule.
    expect((await readNotices(desk.services, { ...account, username: 'clerk' })).changes).toEqual([]);
  });

  it('G43: requires 15 characters of new passwords where there is neither a required factor nor a provider', async () => {
    const owner = { username: 'driver', officeId: 'N1' };
    const short = 'kz8vfqw2mxp4';
    const isRefused = async (officeId = 'n1'): Promise<boolean> => {
      const { refused } = await judgePassword(desk.services, short, { ...owner, officeId });
      const thrown: unknown = await checkNewPassword(desk.services, short, { ...owner, officeId }).catch(
        (error: unknown) => error,
      );
      // The meter agrees.
      expect(thrown instanceof Error ? thrown.message : null).toBe(refused);
      if (refused !== null) expect(refused).toBe(`Use ${LONG_PASSWORD} caracteres o más`);
      return refused !== null;
    };
    expect(await isRefused()).toBe(false);
    await setRules(desk.services, { longer: true });
    expect(await isRefused()).toBe(false);
    desk.services.providers.replace([]);
    expect([await isRefused(), await isRefused('N2'), await isRefused('S1'), await isRefused('nadie')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    await setRules(desk.services, { required: required({ offices: ['N1'] }) });
    expect(await isRefused()).toBe(true);
    await setRules(desk.services, { required: required({ company: true }) });
    expect(await isRefused()).toBe(false);
    // Existing ones stay valid.
    await setRules(desk.services, { required: required({}) });
    expect((await personAt(desk.services).login()).reason).toBe('token');
  });
});
