import { sql } from 'kysely';
import { type OpenWorkOf } from '#people/directory/change-person.ts';
import { type Database } from '#platform/database/open-database.ts';
import { rucCheckDigit } from '#people/companies/ruc.ts';
import { hashPassword } from '#people/users/passwords.ts';

export const PASSWORD = 'contraseña & más';
/** One that is accepted when somebody changes the password. */
export const NEW_PASSWORD = 'camión lluvia trompeta';

export const N1 = { companyId: 'norte', officeId: 'N1' };

/** The work of people who have none, for those who are disabled, retired or moved. */
export const NOTHING_OPEN: OpenWorkOf = {
  lock: () => Promise.resolve(),
  read: () => Promise.resolve({ lines: 0, money: [] }),
  handOver: () => Promise.resolve(0),
};

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

/** Referencing tables first. */
const TABLES = `client_imports client_notes client_changes erasures shift_reads shift_notes attention_acts
  attention_lines attention_boards guest_acts guest_openings guest_links travel_cells arrivals positions courier_positions
  courier_trackers photo_parts photo_uploads evidence field_visits courier_notes photo_requests door_marks courier_acts
  courier_days money_entries money_balances orders_to_locate geocodes geocoder_calls places place_claims doors views zone_versions zones
  export_tickets export_days person_days person_reads client_lookups imports import_layouts order_search
  order_progress order_details courier_links courier_devices courier_documents courier_absences couriers batches
  idempotency_keys reasons events profiles sign_ins access_tokens password_links users account_changes clients
  offices companies meta`.split(/\s+/);

const CLEAR = TABLES.map((table) => `if exists (select from ${table}) then delete from ${table}; end if;`).join(' ');

/** A temporary procedure: its statements are planned once per connection, not for each test. */
const EMPTY_TABLES = `create procedure pg_temp.empty_tables() language plpgsql as $$ begin
  perform set_config('despacho.trail', 'expire', true); delete from trail; ${CLEAR} end $$`;

/** Empties the database and restores the initial people and data. */
export async function resetPeople(db: Database): Promise<void> {
  await db.connection().execute(async (own) => {
    const { rows } = await sql<{ known: unknown }>`select to_regproc('pg_temp.empty_tables') as known`.execute(own);
    if (rows[0]?.known === null) await sql.raw(EMPTY_TABLES).execute(own);
    await sql`call pg_temp.empty_tables()`.execute(own);
  });
  await db
    .insertInto('companies')
    .values([
      {
        id: 'norte',
        ruc: NORTE_RUC,
        name: 'Norte S.A.C.',
        storage_quota: 1_000_000_000_000,
        storage_used: 5_000_000_000,
      },
      { id: 'sur', ruc: SUR_RUC, name: 'Sur S.A.C.', storage_quota: 10, storage_used: 1 },
    ])
    .execute();
  await db
    .insertInto('offices')
    .values([
      { id: 'N1', company_id: 'norte', name: 'Norte uno', time_zone: 'America/Lima', created_at: new Date(1) },
      { id: 'N2', company_id: 'norte', name: 'Norte dos', time_zone: 'America/La_Paz', created_at: new Date(2) },
      { id: 'S1', company_id: 'sur', name: 'Sur uno', time_zone: 'America/Santiago', created_at: new Date(3) },
    ])
    .execute();
  const password_hash = await passwordHash;
  await db
    .insertInto('users')
    .values(
      PEOPLE.map(({ id, office, charge, modules }) => ({
        id,
        office_id: office,
        username: id,
        name: `Don ${id}`,
        charge,
        permissions: [...modules],
        password_hash,
      })),
    )
    .execute();
  await db
    .insertInto('clients')
    .values([
      { id: 'c1', company_id: 'norte', code: 'C1', name: 'Bodega Ñandú', tax_id: NORTE_RUC, lat: -12.1, lng: -77.03 },
      { id: 'c2', company_id: 'norte', code: 'C2', name: 'Botica', tax_id: NORTE_RUC, active: false },
      { id: 'x1', company_id: 'sur', code: 'X1', name: 'Ferretería', tax_id: SUR_RUC },
    ])
    .execute();
}
