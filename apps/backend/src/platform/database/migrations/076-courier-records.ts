import { type Kysely, sql } from 'kysely';

/**
 * What an office keeps about its couriers as workers: the vehicle's category, when they were retired, their documents with
 * expiry, and the days on which they are absent. A change of an absence renews the state of the office, because the list
 * of couriers depends on it. Documents change together with the version of their courier.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    'alter table couriers add column vehicle_category text, add column retired_at timestamptz',
    `create table courier_documents (
      company_id text not null references companies (id),
      office_id text not null references offices (id),
      courier_id bigint not null references couriers (id),
      kind text not null,
      number text,
      until text,
      primary key (courier_id, kind)
    )`,
    'create index courier_documents_until on courier_documents (office_id, until) where until is not null',
    `create table courier_absences (
      company_id text not null references companies (id),
      office_id text not null references offices (id),
      courier_id bigint not null references couriers (id),
      day text not null,
      primary key (office_id, day, courier_id)
    )`,
    'create index courier_absences_of_courier on courier_absences (courier_id, day)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const [event, row] of [
    ['insert or update', 'new'],
    ['delete', 'old'],
  ] as const)
    await sql
      .raw(
        `create trigger renew_state_on_${event.replaceAll(' ', '_')} before ${event} on courier_absences for each row
        when (current_setting('despacho.renewed', true) is distinct from ${row}.office_id)
        execute function renew_state_of_office()`,
      )
      .execute(db);
}
