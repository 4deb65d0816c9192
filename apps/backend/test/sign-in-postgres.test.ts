import { keyOf } from '@despacho/tooling/stack/authenticator';
import { beforeEach, expect, it, vi } from 'vitest';
import { disablePerson } from '#people/directory/change-person.ts';
import { inviteToProvider, linkForPerson } from '#people/directory/link-for-person.ts';
import { signIn } from '#people/tokens/access-tokens.ts';
import { changePassword } from '#people/tokens/change-password.ts';
import { hashPassword } from '#people/users/passwords.ts';
import { isRolledBack } from '#platform/database/database-error.ts';
import { permitFactorOfPerson, removeFactorOfPerson } from '#people/directory/change-sign-in.ts';
import { requireAccount } from '#people/directory/accounts-repository.ts';
import { rewriteSecrets } from '#people/factors/factor-secret.ts';
import { permitSetUp } from '#people/factors/may-set-up.ts';
import { resetFactor } from '#people/factors/own-factor.ts';
import { finishSetUp } from '#people/factors/sign-in-steps.ts';
import { codeOfStep, stepAt } from '#people/factors/totp.ts';
import { Refusal } from '#platform/refusal.ts';
import { addFactor } from './factors.ts';
import { N1, NEW_PASSWORD, NOTHING_OPEN, PASSWORD } from './people.ts';
import { dispatcherOf } from './dispatch-world.ts';
import { AWAY, OFFICE, personAt, reportSignIn, required } from './sign-in-rules.ts';
import { fulfilled, onPostgres } from './postgres-world.ts';
import { createClock, createServices, SECRETS_KEY } from './test-services.ts';
import { editSignInRules, readSignInRules } from '#people/sign-in-rules/sign-in-rules.ts';

vi.mock('#platform/database/database-error.ts', { spy: true });

const LEAVING = { openWork: 'known', openWorkOf: NOTHING_OPEN } as const;
const NEW_KEY = 'the newest key that is also long enough';
const DAY = 24 * 3_600_000;
const boss = dispatcherOf('keeper');

onPostgres('sign-ins on two services at the same time', (world) => {
  beforeEach(async () => {
    const account = { office_id: 'N1', charge: 'S', permissions: ['G01'], password_hash: '' };
    await world.db
      .insertInto('users')
      .values({ id: 'keeper', username: 'keeper', name: 'Keeper', ...account })
      .execute();
    await world.db
      .updateTable('users')
      .set({ created_at: new Date(0) })
      .execute();
  });
  const driver = () => requireAccount(world.db, N1, 'driver');
  const elsewhere = () => createServices(world.db, world.services.clock);
  const holdDriver = async (trx: typeof world.db) => {
    await trx.selectFrom('users').select('id').where('id', '=', 'driver').forUpdate().execute();
  };
  const setRules = async (chargeS: boolean, company = false) => {
    const { version } = await readSignInRules(world.services, boss);
    const changes = { required: required({ chargeS, company }), graceDays: 0 };
    return editSignInRules(world.services, boss, { version, changes });
  };

  it('G43: uses a permit once', async () => {
    const { clock } = world.services;
    await reportSignIn(world.services, 'driver', OFFICE, new Date(clock().getTime() - 2 * DAY));
    await setRules(false, true);
    await permitSetUp(world.db, await driver(), clock());
    const { account, login, setUp } = personAt(world.services);
    const steps = [(await login()).step, (await login()).step];
    const keys = [];
    for (const step of steps) {
      const started = await setUp(AWAY, step);
      keys.push(started.outcome === 'started' ? keyOf(started.key) : Buffer.alloc(0));
    }
    // Both with the key that is stored.
    const code = codeOfStep(keys[1] ?? Buffer.alloc(0), stepAt(clock()));
    const services = [world.services, elsewhere()] as const;
    const both = await world.atOnce(
      2,
      () => steps.map((step, index) => finishSetUp(services[index] ?? world.services, { ...account, step, code })),
      holdDriver,
    );
    expect(
      fulfilled(both)
        .map(({ outcome }) => outcome)
        .sort(),
    ).toEqual(['code', 'signed-in']);
    await resetFactor(world.db, await driver(), clock());
    expect(await personAt(world.services).enrol(AWAY)).toEqual({ outcome: 'permit' });
  });

  it('G43: replaces the key while somebody signs in', async () => {
    const factor = await addFactor(world.services);
    const keys = [NEW_KEY, SECRETS_KEY];
    const rotated = { ...elsewhere(), config: { ...world.services.config, secretsKeys: keys } };
    const step = await factor.prove();
    const code = factor.nextCode();
    const [rewritten, done] = await world.atOnce<unknown>(
      2,
      () => [rewriteSecrets(world.db, keys), factor.finishStep(step, code)],
      async (trx) => {
        await trx.selectFrom('factors').selectAll().forUpdate().execute();
      },
    );
    expect([rewritten, done]).toMatchObject([
      { value: { rewritten: 1, unreadable: 0 } },
      { value: { outcome: 'signed-in' } },
    ]);
    // The newest key opens it, and the accepted code stays used.
    const onlyNew = { ...rotated, config: { ...rotated.config, secretsKeys: [NEW_KEY] } };
    expect(await factor.finishStep(await factor.prove(), code, onlyNew)).toEqual({ outcome: 'code' });
    expect(await factor.finishStep(await factor.prove(), factor.nextCode(), onlyNew)).toMatchObject({
      outcome: 'signed-in',
    });
  });

  it('G43: gives no token for a code to a person who is disabled meanwhile', async () => {
    const factor = await addFactor(world.services);
    const step = await factor.prove();
    const [done] = await world.atOnce(
      1,
      () => [factor.finishStep(step, factor.nextCode())],
      async (trx) => {
        await holdDriver(trx);
        await trx.updateTable('users').set({ state: 'disabled' }).where('id', '=', 'driver').execute();
      },
    );
    expect(done).toMatchObject({ value: { outcome: 'code' } });
    expect(await world.db.selectFrom('access_tokens').selectAll().execute()).toEqual([]);
  });

  it('does not deadlock with changes of rules, factors, passwords and states', async () => {
    const clock = createClock();
    const [one, other] = [createServices(world.db, clock), createServices(world.db, clock)];
    const accounts = ['driver', 'clerk'].map((username) => ({ sucursal: 'N1', username, password: PASSWORD }));
    const unexpected: unknown[] = [];
    const run = (acts: Promise<unknown>[]) =>
      Promise.all(
        acts.map((act) => act.catch((error: unknown) => (error instanceof Refusal ? 0 : unexpected.push(error)))),
      );
    const signInEverywhere = () =>
      run(accounts.flatMap((account) => [one, other].map((services) => signIn(services, account))));
    for (let round = 0; round < 6; round += 1) {
      for (const { username } of accounts) await addFactor(one, username).catch(() => undefined);
      for (let turn = 0; turn < 2; turn += 1) await signInEverywhere();
      // Each sign-in deletes the expired steps of both people.
      clock.move(6 * 60_000);
      await run([
        signInEverywhere(),
        setRules(round % 2 === 0),
        removeFactorOfPerson(one, boss, 'driver'),
        removeFactorOfPerson(other, boss, 'clerk'),
        permitFactorOfPerson(other, boss, 'driver'),
        linkForPerson(other, boss, 'driver'),
        inviteToProvider(one, boss, 'clerk'),
        disablePerson(other, boss, 'clerk', LEAVING),
        ...accounts.map(({ username, sucursal, password: current }) =>
          changePassword(other, { sucursal, username, current, password: NEW_PASSWORD, temporary: false, keep: null }),
        ),
      ]);
      await world.db
        .updateTable('users')
        .set({ password_hash: await hashPassword(PASSWORD), state: 'active' })
        .where('id', 'in', ['driver', 'clerk'])
        .execute();
    }
    expect(unexpected).toEqual([]);
    expect(vi.mocked(isRolledBack).mock.results.filter(({ value }) => value === true)).toEqual([]);
  }, 60_000);
});
