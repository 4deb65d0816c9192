import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { rucCheckDigit } from '#people/companies/ruc.ts';
import { hashPassword } from '#people/users/passwords.ts';

export const PASSWORD = 'contraseña & más';

/**
 * Two companies. NORTE has the offices N1 and N2, SUR has S1. People are named by their role; the id is the user name.
 */
export const PEOPLE = [
  { id: 'supervisor', office: 'N1', charge: 'S', modules: ['D01', 'G01'] },
  { id: 'admin', office: 'N1', charge: 'A', modules: ['G01', 'D01', '000'] },
  { id: 'clerk', office: 'N1', charge: 'C', modules: ['000', 'X07'] },
  { id: 'driver', office: 'N1', charge: 'O', modules: ['M01'] },
  { id: 'blindsupervisor', office: 'N1', charge: 'S', modules: ['M01'] },
  { id: 'neighbour', office: 'N2', charge: 'A', modules: ['G01', 'M01'] },
  { id: 'colleague', office: 'N2', charge: 'O', modules: ['M01'] },
  { id: 'stranger', office: 'S1', charge: 'S', modules: ['G01', '000'] },
  { id: 'strangerclerk', office: 'S1', charge: 'C', modules: ['000'] },
] as const;

export type PersonName = (typeof PEOPLE)[number]['id'];

export const NORTE_RUC = `2060000001${String(rucCheckDigit('2060000001'))}`;
export const SUR_RUC = `2060000002${String(rucCheckDigit('2060000002'))}`;

const passwordHash = hashPassword(PASSWORD);

const COMPANIES = [
  { id: 'norte', ruc: NORTE_RUC, name: 'Norte S.A.C.', storage_quota: 1_000_000_000_000, storage_used: 5_000_000_000 },
  { id: 'sur', ruc: SUR_RUC, name: 'Sur S.A.C.', storage_quota: 10, storage_used: 1 },
];
const OFFICES = [
  { id: 'N1', company_id: 'norte', name: 'Norte uno', time_zone: 'America/Lima', created_at: new Date(1) },
  { id: 'N2', company_id: 'norte', name: 'Norte dos', time_zone: 'America/La_Paz', created_at: new Date(2) },
  { id: 'S1', company_id: 'sur', name: 'Sur uno', time_zone: 'America/Santiago', created_at: new Date(3) },
];
const CLIENTS = [
  { id: 'c1', company_id: 'norte', code: 'C1', name: 'Bodega Ñandú', tax_id: NORTE_RUC, lat: -12.1, lng: -77.03 },
  { id: 'c2', company_id: 'norte', code: 'C2', name: 'Botica', tax_id: NORTE_RUC, active: false },
  { id: 'x1', company_id: 'sur', code: 'X1', name: 'Ferretería', tax_id: SUR_RUC },
].map((client) => ({ active: true, ...client }));

/** Tables that the deletion of others empties, or that keep what they have. */
const KEPT = ['trail', 'accepted_keys', 'write_tests', 'import_lines', 'kysely_%', '%_tallies'];

/** @returns the tables to empty, referencing ones first. */
const tablesOf = async (db: Database) =>
  sql<{ name: string }>`
    with recursive referenced as (
      select oid, relname, 0 as level from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname not like all (${KEPT}::text[])
      union all
      select parent.oid, parent.relname, level + 1 from referenced as child
        join pg_constraint as key on key.conrelid = child.oid and key.contype = 'f' and key.confrelid <> child.oid
        join pg_class as parent on parent.oid = key.confrelid)
    select relname as name from referenced group by relname order by max(level), relname`.execute(db);

/**
 * Creates a temporary procedure that empties the database and restores the initial rows: its statements are planned once
 * per connection, not for each test.
 */
async function createReset(db: Database): Promise<void> {
  const { rows: tables } = await tablesOf(db);
  const password_hash = await passwordHash;
  const users = PEOPLE.map(({ id, office: office_id, charge, modules: permissions }) => {
    return { id, office_id, username: id, name: `Don ${id}`, charge, permissions, password_hash };
  });
  const inserted = Object.entries<object[]>({ companies: COMPANIES, offices: OFFICES, users, clients: CLIENTS }).map(
    ([table, rows]) => {
      const columns = [...new Set(rows.flatMap(Object.keys))].join();
      return `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table},
        $json$${JSON.stringify(rows)}$json$);`;
    },
  );
  const emptied = tables.map(({ name }) => `if exists (select from ${name}) then delete from ${name}; end if;`);
  await sql
    .raw(
      `create procedure pg_temp.reset_people() language plpgsql as $$ begin
        perform set_config('despacho.trail', 'expire', true); delete from trail; ${[...emptied, ...inserted].join(' ')} end $$`,
    )
    .execute(db);
}

/** Empties the database and restores the initial people and data. */
export async function resetPeople(db: Database): Promise<void> {
  await db.connection().execute(async (own) => {
    const { rows } = await sql<{ known: unknown }>`select to_regproc('pg_temp.reset_people') as known`.execute(own);
    if (rows[0]?.known === null) await createReset(own);
    await sql`call pg_temp.reset_people()`.execute(own);
  });
}
