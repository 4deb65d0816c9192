import { type PersonEdit } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '#edge/commands/commands.ts';
import { editPerson, enablePerson, retirePerson } from '#people/directory/change-person.ts';
import { operatorIn } from '#platform/dispatch/dispatcher.ts';
import { recordTrail } from '#people/trail/record-trail.ts';
import { KEPT_BY_SUB, NAMED, NAMED_IN_COMPANY, RETIRED_PERSON } from '#upkeep/privacy/erase-user.ts';
import { NOTHING_OPEN, PASSWORD } from './people.ts';
import { useDesk } from './use-desk.ts';

describe('the commands about users', () => {
  const desk = useDesk();

  async function run(name: string, options: Record<string, string>, password = ''): Promise<string> {
    const command = COMMANDS[name];
    if (!command) throw new Error(`There is no ${name}`);
    const given = (option: string) => options[option] ?? command.optional?.[option] ?? '';
    return command.run?.(desk.db, given, password, desk.services.logger) ?? expect.unreachable();
  }
  const driver = { office: 'N1', username: 'driver' };
  const by = operatorIn({ companyId: 'norte', officeId: 'N1', timeZone: 'America/Lima' });
  const edit = (id: string, changes: PersonEdit['changes']) => editPerson(desk.services, by, id, { changes });

  it('user create refuses a charge or module that does not exist, with the choices', async () => {
    const user = { office: 'N1', username: 'eva', name: 'Eva', charge: 'Z', modules: 'XX9' };
    await expect(run('user create', user, PASSWORD)).rejects.toThrow(
      /^There is no charge "Z"\. Choose from S Toda la empresa, A /,
    );
    await expect(run('user create', { ...user, charge: 'A' }, PASSWORD)).rejects.toThrow(
      /^There is no module XX9\. Choose from D01 Estados, /,
    );
    await expect(run('user modules', { ...driver, modules: 'XX9' })).rejects.toThrow(/Choose from D01/);
    await expect(run('user modules', { office: 'N1', username: 'nobody', modules: '' })).rejects.toThrow(
      /has no user nobody/,
    );
    expect(await desk.db.selectFrom('users').select('id').where('username', '=', 'eva').execute()).toEqual([]);
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
      await edit('driver', { username: 'chofer', name: 'Don Chofer' });
      const chofer = { office: 'N1', username: 'chofer' };
      await expect(run('user erase', chofer)).rejects.toThrow(/is not retired/);
      await retirePerson(desk.services, by, 'driver', { openWork: 'known', openWorkOf: NOTHING_OPEN });
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
      await expect(enablePerson(desk.services, by, 'driver')).rejects.toThrow(/se quitaron/);
      // The username is free again.
      await edit('clerk', { username: 'chofer' });
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
