import { type Kysely, sql } from 'kysely';

/**
 * When couriers were at the places of their stops. Computed from positions, and corrected by late ones, so they are not
 * in the log of events. Like positions they have no reference to couriers, and do not renew the state of the office.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    // Meters; null for the default.
    'alter table offices add column arrival_radius integer',
    // Counts the changes of a courier's arrivals, for the streams.
    'alter table courier_positions add column arrivals_version integer not null default 0',
    `create table arrivals (
      office_id text not null,
      order_id bigint not null,
      courier_id bigint not null,
      arrived_at timestamptz not null,
      until_at timestamptz not null,
      left_at timestamptz,
      primary key (office_id, order_id, courier_id, arrived_at)
    ) with (fillfactor = 80)`,
    'create index arrivals_of_courier on arrivals (office_id, courier_id, arrived_at)',
    // For the retention.
    'create index arrivals_age on arrivals (arrived_at)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
