import { readdirSync, readFileSync } from 'node:fs';
import { PASSWORD_CALLS, type PasswordChange, passwordOutcome } from '@despacho/contracts/password-calls';
import { RESET_MINUTES } from '@despacho/contracts';
import { hash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '#edge/commands/commands.ts';
import { pino } from 'pino';
import { TEMPORARY_DAYS } from '#people/passwords/temporary-days.ts';
import { setPassword } from '#people/tokens/set-password.ts';
import { findForSignIn } from '#people/users/users-repository.ts';
import { assertionOf, claimsOf } from './assertions.ts';
import { NEW_PASSWORD, PASSWORD } from './people.ts';
import request from './request.ts';
import { withoutPasswords } from './providers.ts';
import { useDesk } from './use-desk.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const OTHER = 'naranja tejado violín';

describe('passwords', () => {
  const desk = useDesk();
  const { clock, dispatch } = desk;

  const login = (user: string, password: string, sucursal = 'N1') =>
    request(desk.app).get('/legacy/base/auth').query({ sucursal, user, password });
  const describeToken = async (token: string): Promise<number> =>
    (await request(desk.app).get('/legacy/base/auth/credentials').query({ token })).status;
  const tokenOf = async (user: string): Promise<string> =>
    ((await login(user, PASSWORD).expect(200)).body as { token: string }).token;
  const post = async (path: string, body: object, assertion?: string) =>
    request(desk.app)
      .post(`/operations${path}`)
      .set('Authorization', `Bearer ${assertion ?? (await assertionOf(claimsOf('clerk'), { from: clock() }))}`)
      .send(body);
  const outcome = async (path: string, body: object) => passwordOutcome.parse((await post(path, body)).body);
  const change = (changes: Partial<PasswordChange> = {}) =>
    outcome(PASSWORD_CALLS.change, {
      sucursal: 'N1',
      username: 'clerk',
      current: PASSWORD,
      password: NEW_PASSWORD,
      temporary: false,
      keep: null,
      ...changes,
    });
  const reset = (secret: string, password = NEW_PASSWORD) => outcome(PASSWORD_CALLS.reset, { secret, password });
  const person = async (username: string) => {
    const found = await findForSignIn(desk.db, { sucursal: 'N1', username });
    if (!found) throw new Error(`${username} is gone`);
    return found.person;
  };
  const run = (name: string, options: Record<string, string>, password = '') => {
    const command = COMMANDS[name];
    if (!command) throw new Error(`no command ${name}`);
    const all: Record<string, string | undefined> = { ...command.optional, ...options };
    return (
      command.run?.(desk.db, (option) => all[option] ?? '', password, pino({ level: 'silent' })) ?? expect.unreachable()
    );
  };
  /** The account of the person who creates links. */
  const addKeeper = () =>
    desk.db
      .insertInto('users')
      .values({
        id: 'keeper',
        office_id: 'N1',
        username: 'keeper',
        name: 'Keeper',
        charge: 'S',
        permissions: ['G01'],
        password_hash: '',
      })
      .execute();
  const changes = async (user: string): Promise<number> =>
    (await desk.db.selectFrom('account_changes').selectAll().where('user_id', '=', user).execute()).length;

  describe('a change of one’s own password', () => {
    it('G7: replaces the password, keeps one token and revokes the others', async () => {
      const [kept, other, colleague] = [await tokenOf('clerk'), await tokenOf('clerk'), await tokenOf('admin')];
      const before = await changes('clerk');
      expect(await change({ keep: hash('sha256', kept) })).toEqual({
        outcome: 'changed',
        username: 'clerk',
        officeId: 'N1',
      });
      expect([await describeToken(kept), await describeToken(other), await describeToken(colleague)]).toEqual([
        200, 401, 200,
      ]);
      await login('clerk', PASSWORD).expect(401);
      await login('clerk', NEW_PASSWORD).expect(200);
      // Gateways read the account again.
      expect(await changes('clerk')).toBeGreaterThan(before);
    });

    it.each([
      ['a wrong password', { current: 'otra' }],
      ['an unknown user', { username: 'nadie' }],
      ['an unknown office', { sucursal: 'NADA' }],
      ['a user of another office', { sucursal: 'N2' }],
    ])('G19: answers the same for %s, before the new one is looked at', async (_, given) => {
      expect(await change({ ...given, password: 'corta' })).toEqual({ outcome: 'wrong' });
      await login('clerk', PASSWORD).expect(200);
    });

    it.each([
      ['short', 'once letras', 'Use 12 caracteres o más'],
      ['eleven characters of two units each', '😀'.repeat(11), 'Use 12 caracteres o más'],
      ['common', 'qwertyuiop12', /fácil de adivinar/],
      ['repeated', 'aaaaaaaaaaaa', /fácil de adivinar/],
      ['common in Spanish', 'contraseña1234', /fácil de adivinar/],
      ['with the username', 'Mi-CLÉRK-lluvioso', 'No use su usuario en la contraseña'],
      ['with the name of the office', 'el norte.uno lejano', 'No use el nombre de su oficina en la contraseña'],
      ['with the product', 'DesPacho trompeta 7', 'No use «despacho» en la contraseña'],
      ['the same', PASSWORD, 'Elija una contraseña distinta de la actual'],
    ])('refuses a password that is %s', async (_, password, message) => {
      const refused = await change({ password });
      expect(refused).toMatchObject({ outcome: 'refused' });
      expect((refused as { message: string }).message).toMatch(message);
      await login('clerk', PASSWORD).expect(200);
    });

    it('requires no kinds of characters, and counts a character of two units as one', async () => {
      expect(await change({ password: '🚚🌧️🎺naranja tejado' })).toMatchObject({ outcome: 'changed' });
      expect(await change({ current: '🚚🌧️🎺naranja tejado', password: NEW_PASSWORD })).toMatchObject({
        outcome: 'changed',
      });
    });

    it('lets one of two concurrent changes succeed', async () => {
      const both = await Promise.all([change(), change({ password: OTHER })]);
      expect(both.map((each) => each.outcome).sort()).toEqual(['changed', 'wrong']);
    });

    it('requires the assertion of a gateway, and a valid body', async () => {
      const body = { secret: 'x'.repeat(43), password: NEW_PASSWORD };
      expect((await post(PASSWORD_CALLS.reset, body, 'x')).status).toBe(401);
      expect((await post(PASSWORD_CALLS.change, { password: NEW_PASSWORD }, undefined)).status).toBe(400);
      const large = { sucursal: 'N1', username: 'clerk', password: 'x'.repeat(9000) };
      expect((await post(PASSWORD_CALLS.check, large)).status).toBe(413);
    });
  });

  describe('a temporary password', () => {
    const TEMPORARY = 'pizarra-velero-37';
    beforeEach(async () => {
      await setPassword(desk.db, await person('clerk'), TEMPORARY, { temporary: true, at: clock() });
    });

    it('gives no token, and reveals that only to somebody who knows it', async () => {
      const refused = await login('clerk', TEMPORARY).expect(403);
      expect(refused.body).toMatchObject({ reason: 'password-temporary' });
      expect(JSON.stringify(refused.body)).not.toMatch(/token"/);
      const wrong = await login('clerk', 'otra').expect(401);
      expect(wrong.body).toEqual((await login('nadie', 'otra').expect(401)).body);
      expect(await desk.db.selectFrom('access_tokens').selectAll().execute()).toEqual([]);
    });

    it('is changed once, and then signs in', async () => {
      const first = { current: TEMPORARY, temporary: true };
      expect(await change(first)).toMatchObject({ outcome: 'changed' });
      expect(await change({ ...first, password: OTHER })).toEqual({ outcome: 'wrong' });
      await login('clerk', TEMPORARY).expect(401);
      await login('clerk', NEW_PASSWORD).expect(200);
    });

    it('is not needed for a password that is not temporary', async () => {
      expect(await change({ username: 'admin', temporary: true })).toEqual({ outcome: 'wrong' });
    });

    it('stops working after some days, like a wrong one', async () => {
      clock.move(TEMPORARY_DAYS * DAY + 1);
      expect((await login('clerk', TEMPORARY).expect(401)).body).toEqual((await login('nadie', 'x').expect(401)).body);
      expect(await change({ current: TEMPORARY, temporary: true })).toEqual({ outcome: 'wrong' });
    });
  });

  describe('a reset link', () => {
    beforeEach(() => addKeeper());
    const link = async (id = 'clerk') => dispatch.ok('passwords.link', { as: 'keeper', id });

    it('sets a password once, and signs the person out everywhere', async () => {
      const token = await tokenOf('clerk');
      const { fragment, username, expiresAt } = await link();
      expect([username, Date.parse(expiresAt) - clock().getTime()]).toEqual(['clerk', RESET_MINUTES * MINUTE]);
      // Until then, nothing changes.
      expect(await describeToken(token)).toBe(200);
      expect(await reset(fragment)).toEqual({ outcome: 'changed', username: 'clerk', officeId: 'N1' });
      expect(await describeToken(token)).toBe(401);
      await login('clerk', PASSWORD).expect(401);
      await login('clerk', NEW_PASSWORD).expect(200);
    });

    it('G19: answers the same for an invented, used, replaced and expired secret', async () => {
      const used = await link();
      await reset(used.fragment);
      const replaced = await link();
      const expired = await link();
      clock.move(RESET_MINUTES * MINUTE);
      const answers = await Promise.all(
        ['x'.repeat(43), used.fragment, replaced.fragment, expired.fragment].map((secret) =>
          post(PASSWORD_CALLS.reset, { secret, password: OTHER }),
        ),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
        new Set(['200 {"outcome":"void"}']),
      );
      await login('clerk', NEW_PASSWORD).expect(200);
    });

    it('answers an invented secret before it looks at the password', async () => {
      expect(await reset('x'.repeat(43), 'corta')).toEqual({ outcome: 'void' });
    });

    it('stays valid after a refused password', async () => {
      const { fragment } = await link();
      expect(await reset(fragment, 'mi clerk querido')).toMatchObject({ outcome: 'refused' });
      expect(await reset(fragment)).toMatchObject({ outcome: 'changed' });
    });

    it('lets one of two concurrent uses succeed', async () => {
      const { fragment } = await link();
      const both = await Promise.all([reset(fragment), reset(fragment, OTHER)]);
      expect(both.map((each) => each.outcome).sort()).toEqual(['changed', 'void']);
    });

    it('is void after the password was changed in another way', async () => {
      const { fragment } = await link();
      await change();
      expect(await reset(fragment, OTHER)).toEqual({ outcome: 'void' });
    });

    it('ends a temporary password', async () => {
      await setPassword(desk.db, await person('clerk'), 'pizarra-velero-37', { temporary: true, at: clock() });
      expect(await reset((await link()).fragment)).toMatchObject({ outcome: 'changed' });
      await login('clerk', NEW_PASSWORD).expect(200);
    });

    it('is stored as a hash, one for each user', async () => {
      await link();
      const { fragment } = await link();
      const rows = await desk.db.selectFrom('password_links').selectAll().execute();
      expect(rows).toMatchObject([{ user_id: 'clerk', secret_hash: hash('sha256', fragment) }]);
      expect(JSON.stringify(rows)).not.toContain(fragment);
    });

    it('G19: is created by charge S with G01, for others of the company', async () => {
      const statuses = async (as: 'keeper' | 'clerk' | 'neighbour' | 'stranger', id: string, office = 'N1') =>
        (await dispatch.call('passwords.link', { as, id, office })).status;
      expect(await statuses('keeper', 'clerk')).toBe(200);
      expect(await statuses('keeper', 'neighbour', 'N2')).toBe(200);
      expect(await statuses('keeper', 'neighbour')).toBe(404);
      expect(await statuses('keeper', 'stranger', 'S1')).toBe(404);
      expect(await statuses('keeper', 'nadie')).toBe(404);
      expect(await statuses('clerk', 'admin')).toBe(403);
      expect(await statuses('neighbour', 'clerk')).toBe(403);
      expect(await statuses('stranger', 'clerk')).toBe(403);
    });

    it('is neither created nor used for an account that is not active', async () => {
      const { fragment } = await link();
      await desk.db.updateTable('users').set({ state: 'disabled' }).where('id', '=', 'clerk').execute();
      expect(await reset(fragment)).toEqual({ outcome: 'void' });
      expect((await dispatch.call('passwords.link', { as: 'keeper', id: 'clerk' })).status).toBe(422);
      expect(await change()).toEqual({ outcome: 'wrong' });
    });

    it('G43: is neither created nor used in a company that does not allow passwords', async () => {
      const { fragment } = await link();
      await withoutPasswords(desk.db);
      expect(await reset(fragment)).toEqual({ outcome: 'void' });
      const { status, text } = await dispatch.call('passwords.link', { as: 'keeper', id: 'clerk' });
      expect([status, text]).toEqual([422, expect.stringContaining('invite a la persona')]);
    });

    it('G38: is not created by somebody who was just disabled, or lost charge S or G01', async () => {
      for (const lost of [{ state: 'disabled' as const }, { charge: 'A' }, { permissions: ['D01'] }]) {
        await desk.db.updateTable('users').set(lost).where('id', '=', 'keeper').execute();
        expect((await dispatch.call('passwords.link', { as: 'keeper', id: 'clerk' })).status).toBe(403);
        const again = { state: 'active' as const, charge: 'S', permissions: ['G01'] };
        await desk.db.updateTable('users').set(again).where('id', '=', 'keeper').execute();
        await link();
      }
    });

    it('is not created for oneself', async () => {
      const refused = await dispatch.call('passwords.link', { as: 'keeper', id: 'keeper' });
      expect(refused.status).toBe(403);
      expect(refused.text).toMatch(/Mis sesiones/);
    });
  });

  describe('commands', () => {
    const clerk = { office: 'n1', username: 'Clerk' };

    it('user password sets one, temporary on request', async () => {
      expect(await run('user password', clerk, NEW_PASSWORD)).toBe('Password of clerk set; 0 tokens revoked.');
      await login('clerk', NEW_PASSWORD).expect(200);
      expect(await run('user password', { ...clerk, temporary: 'yes' }, OTHER)).toBe(
        'Password of clerk set; 1 tokens revoked. It must be changed at the first sign-in, within 7 days.',
      );
      await login('clerk', OTHER).expect(403);
      await expect(run('user password', clerk, 'corta')).rejects.toMatchObject({
        english: 'The password must have 12 to 256 characters',
      });
    });

    it('user create makes a temporary password on request', async () => {
      const eva = { office: 'N1', username: 'eva', name: 'Eva' };
      await run('user create', { ...eva, temporary: 'yes' }, NEW_PASSWORD);
      await login('eva', NEW_PASSWORD).expect(403);
      await expect(
        run('user create', { ...eva, username: 'evaluadora' }, 'la evaluadora llueve'),
      ).rejects.toMatchObject({ english: 'The password may not contain the username' });
    });

    it('user reset-link prints a link that works', async () => {
      const [path = ''] = (await run('user reset-link', clerk)).split('\n');
      expect(path).toMatch(/^auth\/password#[\w-]{43}$/);
      const { path: second } = JSON.parse(await run('user reset-link', { ...clerk, json: 'yes' })) as { path: string };
      expect(await reset(path.slice(-43))).toEqual({ outcome: 'void' });
      // By the operator's clock, which is later than that of the test.
      expect(await reset(second.slice(-43))).toMatchObject({ outcome: 'changed' });
    });
  });

  it('every change is in the trail, with its author and without secrets', async () => {
    await addKeeper();
    await change();
    const { fragment } = await dispatch.ok('passwords.link', { as: 'keeper', id: 'clerk' });
    await reset(fragment, OTHER);
    await run('user password', { office: 'N1', username: 'clerk', temporary: 'yes' }, NEW_PASSWORD);
    const rows = await desk.db.selectFrom('trail').selectAll().orderBy('id').execute();
    expect(rows.map(({ kind, actor, subject_id }) => [kind, actor, subject_id])).toEqual([
      ['password.changed', 'clerk', 'clerk'],
      ['password.linkCreated', 'keeper', 'clerk'],
      ['password.linkUsed', 'clerk', 'clerk'],
      ['password.set', '(servidor)', 'clerk'],
    ]);
    const text = JSON.stringify(rows);
    for (const secret of [fragment, hash('sha256', fragment), NEW_PASSWORD, OTHER, PASSWORD])
      expect(text).not.toContain(secret);
  });

  it('the meter judges a password by the names that it is given', async () => {
    const check = async (password: string, username = 'clerk', sucursal = 'N1') =>
      (await post(PASSWORD_CALLS.check, { password, username, sucursal })).body as object;
    expect(await check('corta')).toEqual({ strength: 0, refused: 'Use 12 caracteres o más' });
    expect(await check(NEW_PASSWORD)).toEqual({ strength: 4, refused: null });
    expect(await check('nadie llueve trompeta', 'nadie')).toMatchObject({ refused: /usuario/ });
  });

  it('no password is stored without the check', () => {
    const folder = new URL('../src/people/', import.meta.url);
    const texts = new Map(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]),
    );
    const hashing = [...texts].filter(([, text]) => text.includes(' hashPassword('));
    // Of new people, a generated password needs no check.
    expect(hashing.map(([file]) => file).sort()).toEqual([
      'directory/create-people.ts',
      'directory/create-user.ts',
      'tokens/store-password.ts',
    ]);
    for (const [file, text] of hashing.filter(([name]) => name !== 'directory/create-people.ts'))
      expect([file, text.indexOf('await checkNewPassword(') < text.indexOf(' hashPassword(')]).toEqual([file, true]);
  });
});
