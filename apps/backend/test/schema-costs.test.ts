import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { connect, type Database } from '#platform/database/open-database.ts';
import { pagesRead, stopAutovacuum } from './pages-read.ts';
import { resetPeople } from './people.ts';
import { onPostgres } from './postgres-world.ts';
import { EMPTY } from './shared-postgres.ts';

const TALLIES = 'once per statement: adds to the tallies of its orders by their key, and deletes those of their days';

/** Every function of a trigger, and why its cost does not depend on the size of a table. */
const FUNCTIONS: Record<string, string> = {
  drop_pin: 'sets a column of its row',
  forget_place: 'sets columns of its row',
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

/** Foreign keys without an index, by table and columns, and why deleting the referenced row may scan the table. */
const UNINDEXED: Record<string, string> = {
  'export_tickets (office_id)': 'an office is deleted once and only while empty; the tickets are those of two days',
};

interface Key {
  /** Table and columns, as in `UNINDEXED`. */
  name: string;
  from: string;
  to: string;
  columns: string[];
  referenced: string[];
}

interface Index {
  table: string;
  /** Null for an expression, and for a column whose collation in the index differs from its own. */
  columns: (string | null)[];
  condition: string | null;
}

async function keysAndIndexes(db: Database): Promise<{ keys: Key[]; indexes: Index[] }> {
  const names = (numbers: string, table: string) =>
    sql`(select array_agg(attname::text order by n) from unnest(${sql.raw(numbers)}) with ordinality as given (number, n)
      join pg_attribute on attrelid = ${sql.raw(table)} and attnum = number)`;
  const { rows: keys } = await sql<Key>`
    select from_table::text as "from", to_table::text as "to", columns, referenced,
      from_table || ' (' || array_to_string(columns, ', ') || ')' as name
    from (
      select conrelid::regclass as from_table, confrelid::regclass as to_table, ${names('conkey', 'conrelid')} as columns,
        ${names('confkey', 'confrelid')} as referenced
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    ) as keys order by name`.execute(db);
  const { rows: indexes } = await sql<Index>`
    select indrelid::regclass::text as table,
      (
        select array_agg(case when attcollation = ordered then attname::text end order by n)
        from unnest(indkey::smallint[], indcollation::oid[]) with ordinality as given (number, ordered, n)
          left join pg_attribute on attrelid = indrelid and attnum = number and attnum > 0
        where n <= indnkeyatts
      ) as columns,
      pg_get_expr(indpred, indrelid) as condition
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where relnamespace = 'public'::regnamespace and amname = 'btree' and indisvalid`.execute(db);
  return { keys, indexes };
}

/** Whether an index finds rows by a key: it begins with the columns of the key, and requires only that they are set. */
function finds({ columns, condition }: Index, key: Key): boolean {
  const first = columns.slice(0, key.columns.length);
  const conditions = condition === null ? [] : condition.split(' AND ').map((each) => each.replaceAll(/[()]/g, ''));
  return (
    key.columns.every((column) => first.includes(column)) &&
    conditions.every((each) => key.columns.some((column) => each === `${column} IS NOT NULL`))
  );
}

/** Tables of an office without a foreign key path to it, and why. */
const WITHOUT_OFFICE: Record<string, string> = {
  arrivals: 'computed from positions',
  closing_tallies: 'kept by a trigger of orders',
  grouped_tallies: 'kept by a trigger of orders',
  money_balances: 'sums of entries, which have the key',
  order_tallies: 'kept by a trigger of orders',
  positions: 'checking the key would cost as much as storing the fix',
  promise_tallies: 'kept by a trigger of orders',
  trail: 'stays when its office is deleted',
};

onPostgres('the cost of writes', (world) => {
  it('lists every trigger function; those of row triggers neither delete nor sort', async () => {
    const { rows } = await sql<{ name: string; body: string; ofRow: boolean }>`
      select proname as name, prosrc as body, bool_or(tgtype & 1 = 1) as "ofRow"
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where not tgisinternal group by proname, prosrc order by proname`.execute(world.db);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(FUNCTIONS));
    const cleaning = /\b(delete from|order by|limit|(count|sum|max|min)\()/;
    expect(rows.filter(({ body, ofRow }) => ofRow && cleaning.test(body))).toEqual([]);
  });

  it('has an index for each foreign key, or a reason', async () => {
    const { keys, indexes } = await keysAndIndexes(world.db);
    const unindexed = keys.filter((key) => !indexes.some((index) => index.table === key.from && finds(index, key)));
    expect(unindexed.map(({ name }) => name)).toEqual(Object.keys(UNINDEXED));
  });

  it('references only keys that no other index contains after another column', async () => {
    const { keys, indexes } = await keysAndIndexes(world.db);
    const ambiguous = keys.filter((key) =>
      indexes.some(
        ({ table, columns: [first = null, ...others] }) =>
          table === key.to &&
          (first === null || !key.referenced.includes(first)) &&
          others.some((column) => column !== null && key.referenced.includes(column)),
      ),
    );
    expect(ambiguous.map(({ name }) => name)).toEqual([]);
  });

  it('has keys from each table of an office to the office, not to its company', async () => {
    const { keys } = await keysAndIndexes(world.db);
    const ofOffices = await sql<{ name: string }>`
      select relname::text as name from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and attname = 'office_id' order by relname collate "C"`.execute(world.db);
    const leads = (table: string): boolean =>
      table === 'offices' || keys.some(({ from, to }) => from === table && to !== table && leads(to));
    const tables = ofOffices.rows.map(({ name }) => name);
    expect(tables.filter((table) => !leads(table))).toEqual(Object.keys(WITHOUT_OFFICE));
    expect(keys.filter(({ from, to }) => to === 'companies' && tables.includes(from)).map(({ from }) => from)).toEqual([
      'trail',
    ]);
  });

  it('does not grow per row when many rows change with stale statistics', async () => {
    const db = connect({ connectionString: await world.createDatabase('triggers', EMPTY), max: 1 });
    onTestFinished(() => db.destroy());
    await stopAutovacuum(db);
    await resetPeople(db);
    const insertCouriers = (count: number) =>
      sql`
        insert into couriers (company_id, office_id, name, vehicle, zones, shift_from, shift_to, capacity_orders,
          capacity_grams, state, created_at)
        select 'norte', 'N1', 'Persona ' || n, 'moto', '{}', '08:00', '18:00', 10, 1000, 'activo', now()
        from generate_series(1, ${count}::integer) as n`;
    // The statistics of an emptied table: pages without rows, so that all indexes look the same.
    await insertCouriers(1000).execute(db);
    await sql`delete from couriers`.execute(db);
    await sql`analyze`.execute(db);
    const kinds = {
      people: (count: number) => [
        sql`
          insert into users (id, office_id, username, name, charge, permissions, password_hash)
          select 'u' || n, 'N1', 'u' || n, 'Persona ' || n, 'C', '{}', ''
          from generate_series(1, ${count}::integer) as n`,
        sql`update users set name = 'Otra' where id like 'u%'`,
        sql`delete from users where id like 'u%'`,
      ],
      notes: (count: number) => [
        sql`
          insert into client_notes (company_id, client_id)
          select 'norte', n from generate_series(1, ${count}::integer) as n`,
        sql`delete from client_notes`,
      ],
      couriers: (count: number) => [insertCouriers(count), sql`delete from couriers`],
    };
    for (const [kind, statements] of Object.entries(kinds)) {
      const read = (count: number): Promise<number> =>
        pagesRead(db, async () => {
          for (const statement of statements(count)) await statement.execute(db);
        });
      const few = (await read(1000)) / 1000;
      expect((await read(8000)) / 8000, kind).toBeLessThan(1.5 * few);
    }
  });
});
