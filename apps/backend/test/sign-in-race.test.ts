import { afterEach, expect, it, vi } from 'vitest';
import { changeFactor } from '#people/factors/own-factor.ts';
import { proveAgain } from '#people/factors/prove-again.ts';
import { recogniseToken, signIn } from '#people/tokens/access-tokens.ts';
import { issueToken } from '#people/tokens/issue-token.ts';
import { storePassword } from '#people/tokens/store-password.ts';
import { MAX_TOKENS } from '#platform/database/table-bounds.ts';
import { passwordMatches } from '#people/users/passwords.ts';
import { requireUser } from '#people/users/users-repository.ts';
import { PASSWORD } from './people.ts';
import { useDesk } from './use-desk.ts';

vi.mock('#people/users/passwords.ts', { spy: true });
afterEach(() => vi.mocked(passwordMatches).mockReset());

const desk = useDesk();
const login = () => signIn(desk.services, { sucursal: 'N1', username: 'driver', password: PASSWORD });

/** Runs an action after the password check and before the token is created. */
const meanwhile = (what: () => Promise<unknown>) =>
  vi.mocked(passwordMatches).mockImplementation(async () => {
    await what();
    return true;
  });

async function replacePassword(): Promise<void> {
  const person = await requireUser(desk.db, { companyId: 'norte' }, 'driver');
  const replaced = { passwordHash: 'another', at: desk.clock(), temporary: false, kind: 'password.changed' } as const;
  await desk.db.transaction().execute((trx) => storePassword(trx, { ...replaced, person, actor: person }));
}

it('gives no token for a password that is replaced during the sign-in', async () => {
  meanwhile(replacePassword);
  await expect(login()).rejects.toMatchObject({ kind: 'unauthenticated' });
  expect(await desk.db.selectFrom('access_tokens').selectAll().execute()).toEqual([]);
});

it('changes no second factor after a password that is replaced meanwhile', async () => {
  meanwhile(replacePassword);
  const given = { sucursal: 'N1', username: 'driver', current: PASSWORD, keep: 'f'.repeat(64) };
  expect(await changeFactor(desk.services, 'start', given)).toEqual({ outcome: 'password' });
  expect(await desk.db.selectFrom('factors').selectAll().execute()).toEqual([]);
});

const addFactor = () =>
  desk.db
    .insertInto('factors')
    .values({ user_id: 'driver', secret: '', created_at: desk.clock(), confirmed_at: desk.clock() })
    .execute();

const addRules = (rules: { required_company: boolean; required_since: Date } | { password_sign_in: boolean }) =>
  desk.db
    .insertInto('sign_in_rules')
    .values({
      ...{ company_id: 'norte', version: 2, grace_days: 0, ...rules },
      ...{ changed_at: new Date(0), changed_username: 'keeper', changed_user: 'Keeper' },
    })
    .execute();

it('G43: gives no token in a company that stops allowing passwords during the sign-in', async () => {
  meanwhile(() => addRules({ password_sign_in: false }));
  await expect(login()).rejects.toMatchObject({ kind: 'unauthenticated' });
  expect(await desk.db.selectFrom('access_tokens').selectAll().execute()).toEqual([]);
});

it('G45: accepts no password as a proof beside a factor that is set up meanwhile', async () => {
  meanwhile(addFactor);
  const given = { sucursal: 'N1', username: 'driver', current: PASSWORD, keep: '' };
  expect(await proveAgain(desk.services, given)).toEqual({ outcome: 'state' });
});

it.each<[string, () => Promise<unknown>, object]>([
  ['the code of a factor that is set up', addFactor, { reason: 'factor-due' }],
  [
    'a factor that becomes required',
    () => addRules({ required_company: true, required_since: new Date(0) }),
    { reason: 'factor-missing' },
  ],
])('G43: asks for %s during the sign-in', async (_what, act, details) => {
  await desk.db
    .updateTable('users')
    .set({ created_at: new Date(0) })
    .execute();
  meanwhile(act);
  await expect(login()).rejects.toMatchObject({ kind: 'forbidden', details });
  expect(await desk.db.selectFrom('access_tokens').selectAll().execute()).toEqual([]);
});

it.each([
  ['moved', { office_id: 'N2' }],
  ['renamed', { username: 'conductor' }],
])('gives no token for an account that is %s during the sign-in', async (_what, set) => {
  meanwhile(() => desk.db.updateTable('users').set(set).where('id', '=', 'driver').execute());
  await expect(login()).rejects.toMatchObject({ kind: 'unauthenticated' });
  expect(await desk.db.selectFrom('access_tokens').selectAll().execute()).toEqual([]);
});

it('gives no token for an account that is disabled during the sign-in', async () => {
  const set = (state: 'active' | 'disabled') =>
    desk.db.updateTable('users').set({ state }).where('id', '=', 'driver').execute();
  meanwhile(() => set('disabled'));
  await expect(login()).rejects.toMatchObject({ kind: 'unauthenticated' });
  // A token would be valid again after the person returns.
  expect(await desk.db.selectFrom('access_tokens').selectAll().execute()).toEqual([]);
  meanwhile(() => set('active'));
  await set('active');
  const { token } = await login();
  expect((await recogniseToken(desk.services, token)).id).toBe('driver');
});

it('keeps the newest tokens of a person, the last one always', async () => {
  const issue = () => issueToken(desk.db, 'driver', { now: desk.clock(), hours: 1 });
  const oldest = await issue();
  desk.clock.move(1);
  for (let turn = 0; turn < MAX_TOKENS; turn += 1) await issue();
  const last = await issue();
  expect(await desk.db.selectFrom('access_tokens').select('token_hash').execute()).toHaveLength(MAX_TOKENS);
  await expect(recogniseToken(desk.services, oldest)).rejects.toMatchObject({ kind: 'unauthenticated' });
  expect((await recogniseToken(desk.services, last)).id).toBe('driver');
});
