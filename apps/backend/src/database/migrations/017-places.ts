import { type Kysely, sql } from 'kysely';

/**
 * The places an office has used, the answers of the geocoder, and the orders that wait for one. Only new tables, so it
 * takes no longer with a million orders.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table places (
      company_id text not null references companies (id),
      office_id text not null references offices (id),
      key text not null,
      lat double precision not null,
      lng double precision not null,
      used_at timestamptz not null,
      primary key (office_id, key)
    )`.execute(db);
  await sql`create index places_used on places (office_id, used_at)`.execute(db);
  await sql`
    create table geocodes (
      key text primary key,
      lat double precision,
      lng double precision,
      at timestamptz not null,
      check ((lat is null) = (lng is null))
    )`.execute(db);
  await sql`create index geocodes_at on geocodes (at)`.execute(db);
  await sql`
    create table orders_to_locate (
      company_id text not null references companies (id),
      office_id text not null references offices (id),
      order_id bigint not null,
      attempts integer not null default 0,
      claimed_until timestamptz not null,
      primary key (office_id, order_id)
    )`.execute(db);
}
