import { type Kysely, sql } from 'kysely';

/** Visits as couriers' phones sent them, kept forever, and how the office is reached from a phone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table field_visits (
      id bigint generated always as identity primary key,
      visit uuid not null unique,
      company_id text not null references companies (id),
      office_id text not null,
      courier_id bigint not null,
      device_id bigint not null references courier_devices (id),
      order_id bigint not null,
      attempt integer not null,
      seen_version integer not null,
      request_hash text not null,
      corrects uuid,
      root uuid not null,
      to_state text not null,
      reason text,
      payments jsonb,
      difference text,
      device_at timestamptz not null,
      clock_offset_ms bigint,
      at timestamptz not null,
      doubtful_time boolean not null,
      arrived_at timestamptz not null,
      lat double precision,
      lng double precision,
      accuracy double precision,
      receiver jsonb,
      photos jsonb not null,
      found jsonb not null,
      state text not null,
      why text,
      result text not null,
      order_state text not null,
      order_version integer not null,
      decided_at timestamptz,
      decided_username text,
      decided_user text,
      decided_why text,
      foreign key (office_id, courier_id) references couriers (office_id, id)
    )`.execute(db);
  await sql`create index field_visits_order on field_visits (office_id, order_id, id)`.execute(db);
  await sql`create index field_visits_courier on field_visits (office_id, courier_id, arrived_at)`.execute(db);
  await sql`create index field_visits_root on field_visits (root)`.execute(db);
  await sql`create index field_visits_corrects on field_visits (corrects) where corrects is not null`.execute(db);
  await sql`create index field_visits_pending on field_visits (office_id, id) where state = 'pendiente'`.execute(db);
  await sql`
    create index field_visits_decided on field_visits (office_id, id desc)
    where state in ('aceptada', 'rechazada')`.execute(db);
  await sql`alter table offices add column phone text, add column whatsapp text`.execute(db);
}
