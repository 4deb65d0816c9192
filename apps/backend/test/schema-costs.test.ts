import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { connect } from '#platform/database/open-database.ts';
import { pagesRead, stopAutovacuum } from './pages-read.ts';
import { resetPeople } from './people.ts';
import { onPostgres } from './postgres-world.ts';
import { EMPTY } from './shared-postgres.ts';

const TALLIES = 'once per statement: adds to the tallies of its orders by their key, and deletes those of their days';

/** Every function of a trigger, and why its cost does not depend on the size of a table. */
const FUNCTIONS: Record<string, string> = {
  keep_order_numbers: 'creates or drops one sequence',
  protect_trail: 'reads one company by its key',
  record_account_change: 'inserts one row',
  renew_state: 'sets a column of its row',
  renew_state_of_office: 'updates one office by its key, once per transaction',
  renew_states_of_company: 'updates the offices of one company by their index, once per transaction',
  tally_order_details_on_update: TALLIES,
  tally_order_progress_on_delete: TALLIES,
  tally_order_progress_on_insert: TALLIES,
  tally_order_progress_on_update: TALLIES,
};

onPostgres('the cost of writes', (world) => {
  it('lists the functions of triggers, of which those of a row neither delete nor sort', async () => {
    const { rows } = await sql<{ name: string; body: string; ofRow: boolean }>`
      select proname as name, prosrc as body, bool_or(tgtype & 1 = 1) as "ofRow"
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where not tgisinternal group by proname, prosrc order by proname`.execute(world.db);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(FUNCTIONS));
    const cleaning = /\b(delete from|order by|limit|(count|sum|max|min)\()/;
    expect(rows.filter(({ body, ofRow }) => ofRow && cleaning.test(body))).toEqual([]);
  });

  it('is the same for each of many people and notes, also with the statistics of empty tables', async () => {
    const db = connect({ connectionString: await world.createDatabase('triggers', EMPTY), max: 1 });
    onTestFinished(() => db.destroy());
    await stopAutovacuum(db);
    await sql`analyze`.execute(db);
    await resetPeople(db);
    const read = (count: number): Promise<number> =>
      pagesRead(db, async () => {
        const numbers = sql`generate_series(1, ${count}::integer) as n`;
        for (const statement of [
          sql`
            insert into users (id, office_id, username, name, charge, permissions, password_hash)
            select 'u' || n, 'N1', 'u' || n, 'Persona ' || n, 'C', '{}', '' from ${numbers}`,
          sql`update users set name = 'Otra' where id like 'u%'`,
          sql`delete from users where id like 'u%'`,
          sql`insert into client_notes (company_id, client_id) select 'norte', n from ${numbers}`,
          sql`delete from client_notes`,
        ])
          await statement.execute(db);
      });
    const few = (await read(1000)) / 1000;
    expect((await read(8000)) / 8000).toBeLessThan(1.5 * few);
  });
});
