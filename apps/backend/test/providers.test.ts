import { PROVIDER_CALLS, type ProviderOutcome, providerOutcome } from '@despacho/contracts/provider-calls';
import { type NewPasswordLink, type PersonState } from '@despacho/contracts/dispatch';
import { keyOf } from '@despacho/tooling/stack/authenticator';
import { hash } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COMMANDS } from '#edge/commands/commands.ts';
import { type Services } from '#edge/services.ts';
import { changeFactor } from '#people/factors/own-factor.ts';
import { proveAgain } from '#people/factors/prove-again.ts';
import { permitSetUp } from '#people/factors/may-set-up.ts';
import { finishSetUp, finishSignIn, setUpFactor } from '#people/factors/sign-in-steps.ts';
import { codeOfStep, stepAt } from '#people/factors/totp.ts';
import { requireAccount } from '#people/directory/accounts-repository.ts';
import { disablePerson, enablePerson, movePerson } from '#people/directory/change-person.ts';
import { companyOfBranch, companyOfInvitation } from '#people/providers/provider-company.ts';
import { linkProvider, readProviderLink, unlinkOwn } from '#people/providers/provider-link.ts';
import { endSubject, proveBySubject } from '#people/providers/provider-sign-in.ts';
import { recogniseToken, signIn } from '#people/tokens/access-tokens.ts';
import { changePassword } from '#people/tokens/change-password.ts';
import { createPasswordLink, resetPassword } from '#people/tokens/password-links.ts';
import { setPassword } from '#people/tokens/set-password.ts';
import { passwordMatches } from '#people/users/passwords.ts';
import { operatorIn } from '#platform/dispatch/dispatcher.ts';
import { Providers } from '#platform/providers.ts';
import { eraseUser } from '#upkeep/privacy/erase-user.ts';
import { assertionOf, claimsOf } from './assertions.ts';
import { addFactor } from './factors.ts';
import { N1, NEW_PASSWORD, NORTE_RUC, NOTHING_OPEN, PASSWORD, SUR_RUC } from './people.ts';
import { onPostgres } from './postgres-world.ts';
import { enter, ISSUER, linkInvited, linkOwn, OTHER_ISSUER, SUB, withoutPasswords } from './providers.ts';
import request from './request.ts';
import { useDesk } from './use-desk.ts';

vi.mock('#people/users/passwords.ts', { spy: true });
afterEach(() => vi.mocked(passwordMatches).mockClear());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DRIVER = { sucursal: 'N1', username: 'driver' };
const REFUSED = { outcome: 'refused' };
const leaving = { openWork: 'known', openWorkOf: NOTHING_OPEN } as const;
const operator = operatorIn({ ...N1, timeZone: 'America/Lima' });

const tokenIn = (done: ProviderOutcome): string => (done.outcome === 'signed-in' ? done.login.token : '');
const stepIn = (done: ProviderOutcome): string => ('step' in done ? done.step : '');

describe('a company account', () => {
  const desk = useDesk();
  const { clock } = desk;
  const run = (name: string, options: Record<string, string> = {}, logger = pino({ level: 'silent' })) =>
    COMMANDS[name]?.run?.(desk.db, (option) => options[option] ?? '', '', logger);
  const password = (username = 'driver', given = PASSWORD) =>
    signIn(desk.services, { sucursal: 'N1', username, password: given });
  const isValid = (token: string) =>
    recogniseToken(desk.services, token).then(
      () => true,
      () => false,
    );
  const kinds = async () => (await desk.db.selectFrom('trail').select('kind').execute()).map(({ kind }) => kind);
  const links = () => desk.db.selectFrom('provider_links').selectAll().execute();
  const setDriver = (set: {
    state?: PersonState;
    password_hash?: null;
    must_change_password?: boolean;
    created_at?: Date;
  }) => desk.db.updateTable('users').set(set).where('id', '=', 'driver').execute();
  const insertLink = (user_id: string, issuer = ISSUER, sub = SUB) =>
    desk.db
      .insertInto('provider_links')
      .values({ user_id, issuer, sub, linked_at: clock(), factor_proved: false })
      .execute();
  const addKeepers = async () => {
    const account = { office_id: 'N1', charge: 'S', permissions: ['G01'], password_hash: '' };
    for (const id of ['keeper', 'chief'])
      await desk.db
        .insertInto('users')
        .values({ id, username: id, name: id, ...account })
        .execute();
  };
  const ask = (
    operation: 'people.inviteProvider' | 'people.unlinkProvider' | 'people.removeFactor' | 'passwords.link',
    as: 'keeper' | 'chief' | 'clerk' = 'keeper',
    id = 'driver',
  ) => desk.dispatch.call(operation, { as, id });
  const invite = async (as: 'keeper' | 'chief' = 'keeper'): Promise<string> => {
    return (await desk.dispatch.ok('people.inviteProvider', { as, id: 'driver' })).fragment;
  };

  describe('at a sign-in', () => {
    it('G43: opens a session for an active person who is linked', async () => {
      await insertLink('driver');
      const done = await enter(desk.services);
      expect(done).toEqual({
        outcome: 'signed-in',
        login: { token: expect.any(String) as string, sucursal: 'N1', ruc: NORTE_RUC },
        username: 'driver',
      });
      expect((await recogniseToken(desk.services, tokenIn(done))).id).toBe('driver');
      expect(await desk.db.selectFrom('sign_ins').select('user_id').execute()).toEqual([{ user_id: 'driver' }]);
      for (const other of [{ sub: 'another' }, { sub: SUB.toUpperCase() }, { issuer: `${ISSUER}/` }])
        expect(await enter(desk.services, other)).toEqual(REFUSED);
      desk.services.providers.replace([]);
      expect(await enter(desk.services)).toEqual(REFUSED);
    });

    it.each(['disabled', 'retired'] as const)('G43: refuses a %s person', async (state) => {
      await insertLink('driver');
      await setDriver({ state });
      expect(await enter(desk.services)).toEqual(REFUSED);
      expect(await desk.db.selectFrom('access_tokens').selectAll().execute()).toEqual([]);
    });

    it('G43: refuses the issuer of another company in each call', async () => {
      await addFactor(desk.services);
      expect(await linkOwn(desk.services, { issuer: OTHER_ISSUER })).toEqual(REFUSED);
      await addKeepers();
      expect(await linkInvited(desk.services, await invite(), { issuer: OTHER_ISSUER })).toEqual(REFUSED);
      expect(await links()).toEqual([]);
      // The operator assigned the issuer to another company.
      await insertLink('driver', OTHER_ISSUER);
      const other = { issuer: OTHER_ISSUER, sub: SUB };
      expect(await enter(desk.services, other)).toEqual(REFUSED);
      expect(await proveBySubject(desk.services, { ...DRIVER, ...other })).toEqual(REFUSED);
      expect(await endSubject(desk.services, { ...other, end: true })).toEqual({ account: null });
      expect(await readProviderLink(desk.services, DRIVER)).toMatchObject({ since: null });
    });

    it('G43: requires the second factor, unless the provider proved one', async () => {
      const factor = await addFactor(desk.services);
      expect(await linkOwn(desk.services)).toEqual({ outcome: 'linked' });
      const due = await enter(desk.services);
      expect(due).toEqual({ outcome: 'factor-due', step: stepIn(due), sucursal: 'N1', username: 'driver' });
      expect(await desk.db.selectFrom('access_tokens').selectAll().execute()).toEqual([]);
      expect(await desk.db.selectFrom('sign_in_steps').select('proved').execute()).toEqual([{ proved: 'provider' }]);
      const code = factor.nextCode();
      expect(await factor.finishStep(stepIn(due), code)).toMatchObject({ outcome: 'signed-in' });
      expect(await factor.finishStep(stepIn(await enter(desk.services)), code)).toEqual({ outcome: 'code' });
      expect((await enter(desk.services, { factor: true })).outcome).toBe('signed-in');
    });

    it('G43: requires a second factor to be set up, unless the provider proved one', async () => {
      await insertLink('driver');
      await setDriver({ created_at: clock() });
      const rules = { company_id: 'norte', version: 1, grace_days: 0, required_company: true, required_since: clock() };
      const changed = { changed_at: clock(), changed_username: 'keeper', changed_user: 'Keeper' };
      await desk.db
        .insertInto('sign_in_rules')
        .values({ ...rules, ...changed })
        .execute();
      expect((await enter(desk.services, { factor: true })).outcome).toBe('signed-in');
      const missing = await enter(desk.services);
      expect(missing).toEqual({ outcome: 'factor-missing', step: stepIn(missing), sucursal: 'N1', username: 'driver' });
      expect(await desk.db.selectFrom('sign_in_steps').select(['proved', 'sets_up']).execute()).toEqual([
        { proved: 'provider', sets_up: true },
      ]);
      await permitSetUp(desk.db, await requireAccount(desk.db, N1, 'driver'), clock());
      const waiting = { ...DRIVER, step: stepIn(missing) };
      const started = await setUpFactor(desk.services, waiting);
      const key = started.outcome === 'started' ? keyOf(started.key) : Buffer.alloc(0);
      const code = codeOfStep(key, stepAt(clock()));
      expect(await finishSetUp(desk.services, { ...waiting, code })).toMatchObject({ outcome: 'signed-in' });
      // Both were proved together.
      expect((await enter(desk.services, { factor: true })).outcome).toBe('signed-in');
      expect((await enter(desk.services)).outcome).toBe('factor-due');
    });

    it('G43: ignores a temporary or missing password', async () => {
      await insertLink('driver');
      await setDriver({ must_change_password: true });
      expect((await enter(desk.services)).outcome).toBe('signed-in');
      expect(
        await desk.db.selectFrom('users').select('must_change_password').where('id', '=', 'driver').execute(),
      ).toEqual([{ must_change_password: true }]);
      await setDriver({ must_change_password: false, password_hash: null });
      expect((await enter(desk.services)).outcome).toBe('signed-in');
      expect(passwordMatches).not.toHaveBeenCalled();
    });

    it('survives disabling, renaming and moving to another office of the company', async () => {
      await insertLink('driver');
      const token = tokenIn(await enter(desk.services));
      await disablePerson(desk.services, operator, 'driver', leaving);
      expect([await isValid(token), (await links()).length]).toEqual([false, 1]);
      await enablePerson(desk.services, operator, 'driver');
      await movePerson(desk.services, operator, 'driver', { ...leaving, to: 'N2' });
      expect(await enter(desk.services)).toMatchObject({ outcome: 'signed-in', login: { sucursal: 'N2' } });
    });

    it('G43: proves the signed-in person and nobody else', async () => {
      await insertLink('driver');
      const prove = (given: object = {}) =>
        proveBySubject(desk.services, { ...DRIVER, issuer: ISSUER, sub: SUB, ...given });
      expect(await prove({ sucursal: 'n1', username: 'DRIVER' })).toEqual({ outcome: 'proved' });
      for (const other of [{ username: 'clerk' }, { username: 'nobody' }, { sub: 'another' }, { issuer: OTHER_ISSUER }])
        expect([other, await prove(other)]).toEqual([other, REFUSED]);
      // A person with a second factor must use it.
      await addFactor(desk.services);
      expect(await prove()).toEqual({ outcome: 'state' });
      await setDriver({ state: 'disabled' });
      expect(await prove()).toEqual(REFUSED);
    });

    it('G43: revokes the tokens of its person when it ends at the provider', async () => {
      await insertLink('driver');
      const token = tokenIn(await enter(desk.services));
      const account = { id: 'driver', username: 'driver', officeId: 'N1' };
      expect(await endSubject(desk.services, { issuer: ISSUER, sub: SUB, end: false })).toEqual({ account });
      expect(await isValid(token)).toBe(true);
      expect(await endSubject(desk.services, { issuer: ISSUER, sub: SUB, end: true })).toEqual({ account });
      expect(await isValid(token)).toBe(false);
      expect(await endSubject(desk.services, { issuer: ISSUER, sub: 'x', end: true })).toEqual({ account: null });
    });
  });

  describe('that the person links', () => {
    it('G43: requires a second factor, and keeps only the token of the request', async () => {
      expect(await linkOwn(desk.services)).toEqual({ outcome: 'state' });
      const [kept, other] = [(await password()).token, (await password()).token];
      await addFactor(desk.services);
      await desk.db
        .insertInto('access_tokens')
        .values(
          [kept, other].map((token) => ({
            token_hash: hash('sha256', token),
            user_id: 'driver',
            expires_at: new Date('2027-01-01'),
          })),
        )
        .execute();
      expect(await linkOwn(desk.services, { token: kept })).toEqual({ outcome: 'linked' });
      expect([await isValid(kept), await isValid(other)]).toEqual([true, false]);
      expect(await kinds()).toEqual(expect.arrayContaining(['provider.linked']));
      expect(JSON.stringify(await desk.db.selectFrom('trail').selectAll().execute())).not.toContain(SUB);
      expect(await readProviderLink(desk.services, DRIVER)).toEqual({
        label: 'Cuenta de Norte',
        since: clock().toISOString(),
        hasPassword: true,
      });
    });

    it('G43: refuses a subject of another person, a second subject, and an inactive person', async () => {
      await addFactor(desk.services);
      await insertLink('clerk');
      expect(await linkOwn(desk.services)).toEqual({ outcome: 'taken' });
      expect(await linkOwn(desk.services, { sub: 'own' })).toEqual({ outcome: 'linked' });
      expect(await linkOwn(desk.services, { sub: 'second' })).toEqual({ outcome: 'taken' });
      await setDriver({ state: 'disabled' });
      expect(await linkOwn(desk.services, { sub: 'third' })).toEqual(REFUSED);
    });

    it('replaces a link with a former provider of the company', async () => {
      await addFactor(desk.services);
      await insertLink('driver', 'https://former.example');
      expect(await linkOwn(desk.services)).toEqual({ outcome: 'linked' });
      expect(await links()).toMatchObject([{ issuer: ISSUER, sub: SUB, factor_proved: true }]);
    });
  });

  describe('by an invitation', () => {
    beforeEach(addKeepers);

    it('G43: is linked once within 30 minutes, and a new invitation replaces the old one', async () => {
      const [old, fresh] = [await invite(), await invite('chief')];
      expect(JSON.stringify(await desk.db.selectFrom('provider_invitations').selectAll().execute())).not.toContain(
        fresh,
      );
      expect(await companyOfInvitation(desk.services, { invitation: fresh })).toEqual({
        ruc: NORTE_RUC,
        user: 'Don driver',
      });
      for (const none of [old, 'x'.repeat(43)]) {
        expect(await linkInvited(desk.services, none)).toEqual(REFUSED);
        expect(await companyOfInvitation(desk.services, { invitation: none })).toEqual({ ruc: null });
      }
      const { token } = await password();
      expect(await linkInvited(desk.services, fresh)).toEqual({ outcome: 'linked' });
      expect(await isValid(token)).toBe(false);
      expect(await linkInvited(desk.services, fresh, { sub: 'another' })).toEqual(REFUSED);
      const again = await ask('people.inviteProvider');
      expect([again.status, again.text]).toEqual([409, expect.stringContaining('desvincúlela primero')]);
      await ask('people.unlinkProvider');
      const late = await invite();
      clock.move(30 * MINUTE);
      expect(await linkInvited(desk.services, late)).toEqual(REFUSED);
    });

    it('G43: is not accepted as a password link, nor a password link as an invitation', async () => {
      const reset = await ask('passwords.link');
      const { fragment } = reset.body as NewPasswordLink;
      expect(await linkInvited(desk.services, fragment)).toEqual(REFUSED);
      expect(await resetPassword(desk.services, { secret: await invite(), password: NEW_PASSWORD })).toEqual({
        outcome: 'void',
      });
    });

    it.each<[string, () => Promise<unknown>]>([
      [
        'its author lost charge S',
        () => desk.db.updateTable('users').set({ charge: 'A', office_id: 'N2' }).where('id', '=', 'keeper').execute(),
      ],
      ['the person was disabled', () => disablePerson(desk.services, operator, 'driver', leaving)],
      [
        'the person was disabled and enabled',
        async () => {
          await disablePerson(desk.services, operator, 'driver', leaving);
          await enablePerson(desk.services, operator, 'driver');
        },
      ],
      ['the person was retired without voiding it', () => setDriver({ state: 'retired' })],
      ['the person moved', () => movePerson(desk.services, operator, 'driver', { ...leaving, to: 'N2' })],
      [
        'the password changed',
        async () => setPassword(desk.db, await requireAccount(desk.db, N1, 'driver'), NEW_PASSWORD),
      ],
      ['charge S unlinked the person', () => ask('people.unlinkProvider')],
      [
        'the operator removed the provider',
        () => {
          desk.services.providers.replace([]);
          return Promise.resolve();
        },
      ],
    ])('G43: is refused after %s', async (_why, act) => {
      const invitation = await invite();
      await act();
      expect(await linkInvited(desk.services, invitation)).toEqual(REFUSED);
      expect(await links()).toEqual([]);
    });

    it('keeps the invitation if the subject is taken', async () => {
      const invitation = await invite();
      await insertLink('clerk');
      expect(await linkInvited(desk.services, invitation)).toEqual({ outcome: 'taken' });
      expect(await linkInvited(desk.services, invitation, { sub: 'own' })).toEqual({ outcome: 'linked' });
    });

    it('G43: never skips the second factor before the person proved it together with the account', async () => {
      const factor = await addFactor(desk.services);
      expect(await linkInvited(desk.services, await invite())).toEqual({ outcome: 'linked' });
      for (let turn = 0; turn < 2; turn += 1)
        expect((await enter(desk.services, { factor: true })).outcome).toBe('factor-due');
      // A sign-in with the password proves nothing about the account at the provider.
      await factor.finish(factor.nextCode());
      const due = await enter(desk.services, { factor: true });
      expect(due.outcome).toBe('factor-due');
      clock.move(MINUTE);
      expect(await factor.finishStep(stepIn(due), factor.codeAt(0))).toMatchObject({ outcome: 'signed-in' });
      expect((await enter(desk.services, { factor: true })).outcome).toBe('signed-in');
    });

    it('G43: voids a temporary password, and no other one', async () => {
      await setDriver({ must_change_password: true });
      expect(await linkInvited(desk.services, await invite())).toEqual({ outcome: 'linked' });
      await expect(password()).rejects.toMatchObject({ kind: 'unauthenticated' });
      expect(await readProviderLink(desk.services, DRIVER)).toMatchObject({ hasPassword: false });
      await desk.dispatch
        .ok('people.inviteProvider', { as: 'keeper', id: 'clerk' })
        .then(({ fragment }) => linkInvited(desk.services, fragment, { sub: 'clerk' }));
      expect((await password('clerk')).person.id).toBe('clerk');
    });

    it('G43: is invited by charge S with a provider alone, never oneself or an inactive person', async () => {
      expect((await ask('people.inviteProvider', 'clerk')).status).toBe(403);
      const own = await ask('people.inviteProvider', 'keeper', 'keeper');
      expect([own.status, own.text]).toEqual([403, expect.stringContaining('Mis sesiones')]);
      await setDriver({ state: 'disabled' });
      expect((await ask('people.inviteProvider')).status).toBe(422);
      desk.services.providers.replace([]);
      expect((await ask('people.inviteProvider', 'keeper', 'clerk')).text).toContain('no tiene cuentas');
    });

    it('G43: is refused for a day to the person who removed the second factor', async () => {
      await addFactor(desk.services);
      await invite();
      const refused = await ask('people.removeFactor');
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('vincular')]);
      expect((await ask('people.removeFactor', 'chief')).status).toBe(200);
      expect((await ask('people.inviteProvider', 'chief')).status).toBe(422);
      clock.move(DAY);
      expect((await ask('people.inviteProvider', 'chief')).status).toBe(200);
    });
  });

  describe('that is unlinked', () => {
    const unlink = (token = 'none') => unlinkOwn(desk.services, { ...DRIVER, keep: hash('sha256', token) });

    it('G43: keeps only the token of the request, and gives no access afterwards', async () => {
      expect(await unlink()).toEqual({ outcome: 'state' });
      await insertLink('driver');
      const [kept, other] = [tokenIn(await enter(desk.services)), tokenIn(await enter(desk.services))];
      expect(await unlink(kept)).toEqual({ outcome: 'done' });
      expect([await isValid(kept), await isValid(other)]).toEqual([true, false]);
      expect(await enter(desk.services)).toEqual(REFUSED);
      expect(await kinds()).toEqual(['provider.unlinked']);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['no password', () => setDriver({ password_hash: null })],
      ['a temporary password', () => setDriver({ must_change_password: true })],
      ['a company without passwords', () => withoutPasswords(desk.db)],
    ])('G43: stays linked for a person with %s', async (_what, act) => {
      await insertLink('driver');
      await act();
      expect(await readProviderLink(desk.services, DRIVER)).toMatchObject({ hasPassword: false });
      expect(await unlink()).toEqual({ outcome: 'state' });
      expect((await links()).length).toBe(1);
    });

    it('G43: is unlinked by charge S with every token, never their own', async () => {
      await addKeepers();
      await insertLink('driver');
      const token = tokenIn(await enter(desk.services));
      expect((await ask('people.unlinkProvider', 'clerk')).status).toBe(403);
      const own = await ask('people.unlinkProvider', 'keeper', 'keeper');
      expect([own.status, own.text]).toEqual([403, expect.stringContaining('Mis sesiones')]);
      expect(await desk.dispatch.ok('people.list', { as: 'keeper' })).toMatchObject({
        people: expect.arrayContaining([expect.objectContaining({ id: 'driver', provider: true })]) as unknown,
      });
      for (let turn = 0; turn < 2; turn += 1)
        expect(await ask('people.unlinkProvider')).toMatchObject({
          status: 200,
          body: { id: 'driver', provider: false },
        });
      expect(await isValid(token)).toBe(false);
      expect(await desk.db.selectFrom('trail').selectAll().execute()).toMatchObject([
        { kind: 'provider.unlinked', actor_id: 'keeper', subject_id: 'driver' },
      ]);
    });

    it('is removed with the person’s data', async () => {
      await addKeepers();
      await insertLink('driver');
      const created = new Date(clock().getTime() - 1);
      await desk.db
        .insertInto('provider_invitations')
        .values({ user_id: 'driver', secret_hash: 'x', created_at: created, expires_at: clock(), author_id: null })
        .execute();
      await setDriver({ state: 'retired' });
      await eraseUser(desk.services, await requireAccount(desk.db, N1, 'driver'), true);
      expect([await links(), await desk.db.selectFrom('provider_invitations').selectAll().execute()]).toEqual([[], []]);
    });
  });

  describe('without passwords', () => {
    const refusal = async (act: () => Promise<unknown>) => {
      vi.mocked(passwordMatches).mockClear();
      const error: unknown = await act().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      // One hash each, as for a wrong password, so that the time does not differ.
      expect(passwordMatches).toHaveBeenCalledTimes(1);
      const { kind, message } = error as { kind: string; message: string };
      return { kind, message };
    };

    it.each<[string, () => Promise<unknown>]>([
      ['a person without password', () => setDriver({ password_hash: null })],
      ['a company that switched them off', () => withoutPasswords(desk.db)],
    ])('G43: refuses %s like a wrong password, everywhere', async (_what, act) => {
      const wrong = await refusal(() => password('driver', 'wrong'));
      await act();
      expect(await refusal(() => password())).toEqual(wrong);
      const keep = hash('sha256', 'none');
      const change = { ...DRIVER, current: PASSWORD, password: NEW_PASSWORD, temporary: false, keep: null };
      expect(await changePassword(desk.services, change)).toEqual({ outcome: 'wrong' });
      const current = { ...DRIVER, current: PASSWORD, keep };
      expect(await changeFactor(desk.services, 'start', current)).toEqual({ outcome: 'password' });
      expect(await proveAgain(desk.services, current)).toEqual({ outcome: 'password' });
    });

    it('gives a password to a person who has none: by a link, and by the operator', async () => {
      await setDriver({ password_hash: null });
      const person = await requireAccount(desk.db, N1, 'driver');
      const { secret } = await createPasswordLink(desk.services, person, { id: null, username: 'x' });
      expect(await resetPassword(desk.services, { secret, password: NEW_PASSWORD })).toMatchObject({
        outcome: 'changed',
      });
      expect((await password('driver', NEW_PASSWORD)).person.id).toBe('driver');
      await setDriver({ password_hash: null });
      await setPassword(desk.db, person, NEW_PASSWORD);
      expect((await password('driver', NEW_PASSWORD)).person.id).toBe('driver');
    });

    it('G43: allows break-glass for one person and 30 minutes, in the trail and the log', async () => {
      vi.useFakeTimers({ now: clock(), toFake: ['Date'] });
      try {
        const lines: string[] = [];
        const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
        const break_ = (confirm: string, username = 'driver') =>
          run('sign-in break-glass', { office: 'N1', username, confirm }, logger);
        expect(await break_('yes')).toBe('The company of driver allows passwords. Nothing was changed.');
        await withoutPasswords(desk.db);
        expect(await break_('no')).toMatch(/^Nothing was changed\. With --confirm yes, driver of N1 may/);
        await expect(password()).rejects.toMatchObject({ kind: 'unauthenticated' });
        expect([lines, await kinds()]).toEqual([[], []]);
        expect(await break_('yes')).toMatch(/^driver of N1 may sign in with the password until 2026-11-20T15:30:00/);
        expect(lines).toEqual([expect.stringMatching(/"level":40.*"username":"driver".*break-glass/)]);
        expect(await desk.db.selectFrom('trail').selectAll().execute()).toMatchObject([
          { kind: 'signIn.brokenGlass', actor_id: null, subject_id: 'driver' },
        ]);
        expect((await password()).person.id).toBe('driver');
        await expect(password('clerk')).rejects.toMatchObject({ kind: 'unauthenticated' });
        await addFactor(desk.services);
        await expect(password()).rejects.toMatchObject({ details: { reason: 'factor-due' } });
        clock.move(30 * MINUTE);
        await expect(password()).rejects.toMatchObject({ kind: 'unauthenticated' });
        await setDriver({ password_hash: null });
        await expect(break_('yes')).rejects.toThrow('driver has no password');
        await setDriver({ state: 'disabled' });
        await expect(break_('yes')).rejects.toThrow('driver is not active');
      } finally {
        vi.useRealTimers();
      }
    });
  });

  it('G43: answers alike for an unknown branch and a company without provider', async () => {
    desk.services.providers.replace([{ issuer: ISSUER, ruc: NORTE_RUC, label: 'Norte' }]);
    const ask = (sucursal: string) => companyOfBranch(desk.services, { sucursal });
    expect([await ask('n1'), await ask('S1'), await ask('nowhere')]).toEqual([
      { ruc: NORTE_RUC },
      { ruc: null },
      { ruc: null },
    ]);
    expect(await readProviderLink(desk.services, { sucursal: 'S1', username: 'stranger' })).toMatchObject({
      label: null,
    });
    expect(new Providers().ofCompany(SUR_RUC)).toBeUndefined();
  });

  it('G43: requires the assertion of a gateway, and valid bodies', async () => {
    const call = (method: 'get' | 'post', path: string, assertion: string) =>
      request(desk.app)[method](`/operations${path}`).set('Authorization', `Bearer ${assertion}`);
    const assertion = await assertionOf(claimsOf('clerk'), { from: clock() });
    await insertLink('driver');
    const subject = { issuer: ISSUER, sub: SUB };
    const keep = hash('sha256', 'none');
    const bodies: Record<Exclude<keyof typeof PROVIDER_CALLS, 'read'>, [body: object, answer: object]> = {
      company: [{ sucursal: 'N1' }, { ruc: NORTE_RUC }],
      invitation: [{ invitation: 'x'.repeat(43) }, { ruc: null }],
      signIn: [{ ...subject, factor: false }, { outcome: 'signed-in' }],
      link: [{ ...subject, by: { ...DRIVER, keep } }, { outcome: 'state' }],
      prove: [{ ...subject, ...DRIVER }, { outcome: 'proved' }],
      account: [{ ...subject, end: true }, { account: { id: 'driver' } }],
      unlink: [{ ...DRIVER, keep }, { outcome: 'done' }],
    };
    for (const [name, [body, answer]] of Object.entries(bodies)) {
      const path = PROVIDER_CALLS[name as keyof typeof bodies];
      expect([path, (await call('post', path, 'x').send(body)).status]).toEqual([path, 401]);
      expect((await call('post', path, assertion).send({ ...body, unknown: 1 })).status).toBe(400);
      const given = await call('post', path, assertion).send(body);
      expect([path, given.status, given.body]).toEqual([path, 200, expect.objectContaining({})]);
      expect(given.body).toMatchObject(answer);
      if ('outcome' in answer) providerOutcome.parse(given.body);
    }
    expect((await call('get', PROVIDER_CALLS.read, 'x').query(DRIVER)).status).toBe(401);
    expect((await call('get', PROVIDER_CALLS.read, assertion).query(DRIVER)).body).toEqual({
      label: 'Cuenta de Norte',
      since: null,
      hasPassword: true,
    });
  });
});

onPostgres('a company account on two services at the same time', (world) => {
  const holding =
    (...ids: string[]) =>
    async (trx: typeof world.db) => {
      await trx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
    };
  const outcomes = (all: PromiseSettledResult<{ outcome: string }>[]) =>
    all.map((each) => (each.status === 'fulfilled' ? each.value.outcome : String(each.reason))).sort();
  const linkedPerson = async (services: Services) => {
    const factor = await addFactor(services);
    await linkOwn(services);
    return factor;
  };

  it('G43: uses an invitation once', async () => {
    const secret = 'x'.repeat(43);
    await world.db
      .insertInto('provider_invitations')
      .values({
        user_id: 'driver',
        secret_hash: hash('sha256', secret),
        created_at: new Date(0),
        expires_at: new Date('2100-01-01'),
      })
      .execute();
    const both = await world.atOnce(
      2,
      () => ['one', 'two'].map((sub) => linkInvited(world.services, secret, { sub })),
      holding('driver'),
    );
    expect(outcomes(both)).toEqual(['linked', 'refused']);
    expect(await world.db.selectFrom('provider_links').selectAll().execute()).toHaveLength(1);
  });

  it('G43: links a subject with one person', async () => {
    for (const username of ['driver', 'clerk']) await addFactor(world.services, username);
    const both = await world.atOnce(
      2,
      () => ['driver', 'clerk'].map((username) => linkOwn(world.services, { username })),
      holding('driver', 'clerk'),
    );
    expect(outcomes(both)).toEqual(['linked', 'taken']);
  });

  it.each<[string, (trx: typeof world.db) => Promise<unknown>]>([
    ['disabled', (trx) => trx.updateTable('users').set({ state: 'disabled' }).where('id', '=', 'driver').execute()],
    ['unlinked', (trx) => trx.deleteFrom('provider_links').execute()],
  ])('G43: gives no token and no step to a person who is %s meanwhile', async (_what, act) => {
    await linkedPerson(world.services);
    const [done] = await world.atOnce(
      1,
      () => [enter(world.services)],
      async (trx) => {
        await holding('driver')(trx);
        await act(trx);
      },
    );
    expect(outcomes(done ? [done] : [])).toEqual(['refused']);
    expect(await world.db.selectFrom('sign_in_steps').selectAll().execute()).toEqual([]);
  });

  it('G43: does not finish a step of a person who was unlinked', async () => {
    const factor = await linkedPerson(world.services);
    const due = await enter(world.services);
    await unlinkOwn(world.services, { ...DRIVER, keep: hash('sha256', 'none') });
    expect(await finishSignIn(world.services, { ...DRIVER, step: stepIn(due), code: factor.nextCode() })).toEqual({
      outcome: 'code',
    });
    expect(
      await linkProvider(world.services, { issuer: ISSUER, sub: SUB, by: { invitation: 'y'.repeat(43) } }),
    ).toEqual(REFUSED);
  });
});
