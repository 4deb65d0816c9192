import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '#edge/commands/commands.ts';
import { proveIdentity, signIn } from '#people/tokens/access-tokens.ts';
import { recordTrail } from '#people/trail/record-trail.ts';
import { KEPT_BY_SUB, NAMED, NAMED_IN_COMPANY, RETIRED_PERSON } from '#upkeep/privacy/erase-user.ts';
import { PASSWORD } from './people.ts';
import { useDesk } from './use-desk.ts';

describe('the commands about users', () => {
  const desk = useDesk();

  async function run(name: string, options: Record<string, string>, password = ''): Promise<string> {
    const command = COMMANDS[name];
    if (!command) throw new Error(`There is no ${name}`);
    const given = (option: string) => options[option] ?? command.optional[option] ?? '';
    return command.run(desk.db, given, password, desk.services.logger);
  }
  const driver = { office: 'N1', username: 'driver' };
  const login = (username: string, office = 'N1') =>
    signIn(desk.services, { sucursal: office, username, password: PASSWORD });
  const trail = async () =>
    (await desk.db.selectFrom('trail').select(['kind', 'actor', 'subject_id']).orderBy('id').execute()).map(
      ({ kind, actor, subject_id }) => [kind, actor, subject_id],
    );

  it('user create refuses a charge or module that does not exist, with the choices', async () => {
    const user = { office: 'N1', username: 'eva', name: 'Eva', charge: 'Z', modules: 'XX9' };
    await expect(run('user create', user, PASSWORD)).rejects.toThrow(
      /^There is no charge "Z"\. Choose from S Toda la empresa, A /,
    );
    await expect(run('user create', { ...user, charge: 'A' }, PASSWORD)).rejects.toThrow(
      /^There is no module XX9\. Choose from D01 Estados, /,
    );
    await expect(run('user modules', { ...driver, modules: 'XX9' })).rejects.toThrow(/Choose from D01/);
    await expect(run('user edit', { ...driver, charge: 'Z' })).rejects.toThrow(/Choose from S /);
    await expect(run('user edit', { ...driver, profile: 'Gerente' })).rejects.toThrow(
      'There is no profile "Gerente". Choose from Despachador, Caja, Supervisor',
    );
    await expect(run('user list', { office: 'N1', state: 'gone' })).rejects.toThrow(
      '--state is "gone". Choose from all, active, disabled, retired',
    );
    await expect(run('user show', { office: 'N1', username: 'nobody' })).rejects.toThrow(/has no user nobody/);
    expect(await desk.db.selectFrom('users').select('id').where('username', '=', 'eva').execute()).toEqual([]);
  });

  it('user list and user show, as text and as JSON', async () => {
    await login('driver');
    const text = await run('user list', { office: 'N1' });
    expect(text.split('\n')[0]).toBe('username\tname\tcharge\tstate\tmodules\tlast sign-in');
    expect(text).toContain(`driver\tDon driver\tO\tactive\tM01\t${desk.clock().toISOString()}`);
    expect(text).toMatch(/\n5 people\.$/);
    const json = JSON.parse(await run('user list', { office: 'N1', state: 'active', json: 'yes' })) as object[];
    expect(json).toHaveLength(5);
    expect(await run('user show', driver)).toMatch(/^driver of N1: Don driver, charge O, active\./);
    expect(JSON.parse(await run('user show', { ...driver, json: 'yes' }))).toMatchObject({
      username: 'driver',
      office: 'N1',
      openWork: { lines: 0, money: [] },
    });
  });

  it('user import creates the people of a CSV with temporary passwords, or says what to correct', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'despacho-users-'));
    try {
      const file = path.join(folder, 'people.csv');
      await writeFile(file, 'nombre;usuario;perfil\nEva Paz;;Caja\nLuis;driver;Gerente\n');
      await expect(run('user import', { office: 'N1', file })).rejects.toThrow(
        /^Line 3: Usuario: La oficina ya tiene el usuario driver, .* Puede usar driver2.* Perfil: No hay un perfil «Gerente»/,
      );
      await writeFile(file, 'nombre;usuario;perfil\nEva Paz;;Caja\n');
      const [created] = JSON.parse(await run('user import', { office: 'N1', file, json: 'yes' })) as {
        username: string;
        temporary: string;
      }[];
      expect(created?.username).toBe('eva.paz');
      const given = { sucursal: 'N1', username: 'eva.paz', password: created?.temporary ?? '' };
      const { person } = await proveIdentity(desk.services, given);
      expect(person.modules).toEqual(['D04', 'D05', 'U01']);
      await expect(run('user import', { office: 'N1', file: `${file}x` })).rejects.toThrow(/cannot be read/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('user edit, disable, enable, move and retire, in the trail by the server', async () => {
    expect(await run('user edit', { ...driver, name: 'José Peña', 'new-username': 'jose', profile: 'caja' })).toBe(
      'jose of N1: José Peña, charge O, modules D04, D05, U01.',
    );
    const jose = { office: 'N1', username: 'jose' };
    await run('user disable', jose);
    await expect(login('jose')).rejects.toMatchObject({ kind: 'unauthenticated' });
    await run('user enable', jose);
    await login('jose');
    await run('user move', { ...jose, to: 'N2' });
    await login('jose', 'N2');
    await expect(run('user move', { ...jose, office: 'N2', to: 'S1' })).rejects.toThrow(/of another company/);
    await run('user retire', { office: 'N2', username: 'jose' });
    await expect(login('jose', 'N2')).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(await trail()).toEqual(
      ['permissions.changed', 'account.disabled', 'account.enabled', 'account.moved', 'account.retired'].map((kind) => [
        kind,
        '(servidor)',
        'driver',
      ]),
    );
  });

  it('user delete deletes an account that was never used', async () => {
    expect(await run('user delete', driver)).toBe('driver of N1 deleted. The username is free.');
    await expect(run('user show', driver)).rejects.toThrow(/has no user driver/);
    await login('clerk');
    await expect(run('user delete', { ...driver, username: 'clerk' })).rejects.toThrow(/ya ingresó/);
    expect(await trail()).toEqual([['account.deleted', '(servidor)', 'driver']]);
  });

  it('keeps the last administrator and the last charge S, also for the operator', async () => {
    await expect(run('user disable', { office: 'N2', username: 'neighbour' })).rejects.toThrow(/G01/);
    await run('user disable', { office: 'N1', username: 'blindsupervisor' });
    await expect(run('user edit', { office: 'N1', username: 'supervisor', charge: 'A' })).rejects.toThrow(/cargo S/);
  });

  it('names open work before it disables', async () => {
    const at = desk.clock();
    await sql`
      insert into attention_lines (company_id, office_id, subject, subject_id, since, rank, kinds, causes,
        taken_at, taken_person, taken_username, taken_user)
      values ('norte', 'N1', 'orden', 1, ${at}, 1, '{}', '[]', ${at}, 'N1/driver', 'driver', 'Don driver')`.execute(
      desk.db,
    );
    await expect(run('user disable', driver)).rejects.toThrow(
      'driver has open: 1 lines of «Por atender». Repeat the command with --confirm yes.',
    );
    expect(await run('user disable', { ...driver, confirm: 'yes' })).toMatch(/^driver of N1 disabled/);
  });

  describe('user erase', () => {
    it('replaces name and username wherever they are, and keeps colleagues of the same name', async () => {
      const at = desk.clock();
      // An author in the own office, in another one, and a colleague there with the same username.
      for (const [office, user] of [
        ['N1', 'Don driver'],
        ['N2', 'Don driver'],
        ['N2', 'Otro driver'],
      ])
        await sql`
          insert into shift_notes (company_id, office_id, at, person, username, user_name, text)
          values ('norte', ${office}, ${at}, ${`${office}/driver`}, 'driver', ${user}, 'x')`.execute(desk.db);
      await recordTrail(desk.db, {
        companyId: 'norte',
        officeId: 'N1',
        kind: 'settings.changed',
        actor: { id: 'driver', username: 'driver', user: 'Don driver' },
      });
      await run('user edit', { ...driver, 'new-username': 'chofer', name: 'Don Chofer' });
      const chofer = { office: 'N1', username: 'chofer' };
      await expect(run('user erase', chofer)).rejects.toThrow(/is not retired/);
      await run('user retire', chofer);
      expect(await run('user erase', chofer)).toMatch(/2 shift_notes.*\nNothing was removed/);
      expect(await run('user erase', { ...chofer, confirm: 'yes' })).toMatch(/^Name and username of chofer removed/);

      const notes = await desk.db
        .selectFrom('shift_notes')
        .select(['office_id', 'user_name', 'person'])
        .orderBy('id')
        .execute();
      expect(notes.map(({ user_name }) => user_name)).toEqual([RETIRED_PERSON, RETIRED_PERSON, 'Otro driver']);
      const everything = JSON.stringify([
        await desk.db.selectFrom('events').selectAll().execute(),
        await desk.db.selectFrom('trail').selectAll().execute(),
        await desk.db.selectFrom('users').selectAll().where('id', '=', 'driver').execute(),
        notes.filter(({ user_name }) => user_name === RETIRED_PERSON),
      ]);
      expect(everything).not.toMatch(/chofer|Don driver/i);
      expect(everything).toContain('retirada-');
      // Who keeps the account cannot be brought back by it.
      const [user] = await desk.db
        .selectFrom('users')
        .select(['username', 'state'])
        .where('id', '=', 'driver')
        .execute();
      expect(user?.state).toBe('retired');
      await expect(run('user enable', { office: 'N1', username: user?.username ?? '' })).rejects.toThrow(/se quitaron/);
      // The username is free again.
      await run('user edit', { office: 'N1', username: 'clerk', 'new-username': 'chofer' });
    });

    it('G20: covers every column that names who did something', async () => {
      const { rows } = await sql<{ name: string }>`
        select c.table_name || '.' || c.column_name as name from information_schema.columns as c
        join information_schema.tables as t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name like '%username'
          and c.table_name <> 'users'
          and not exists (select from pg_inherits where inhrelid = (quote_ident(c.table_name))::regclass)`.execute(
        desk.db,
      );
      expect([...NAMED, ...NAMED_IN_COMPANY].map(([table, username]) => `${table}.${username}`).sort()).toEqual(
        rows.map(({ name }) => name).sort(),
      );
      const { rows: subs } = await sql<{ name: string }>`
        select table_name as name from information_schema.columns as c
        join information_schema.tables as t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'person'`.execute(desk.db);
      const covered = [...NAMED.flatMap(([table, , , person]) => (person === 'person' ? [table] : [])), ...KEPT_BY_SUB];
      // Batches name nobody else than the events beside them, and expire with their undo.
      expect([...new Set([...covered, 'batches'])].sort()).toEqual(subs.map(({ name }) => name).sort());
    });
  });
});
