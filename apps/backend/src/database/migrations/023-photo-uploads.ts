import { type Kysely, sql } from 'kysely';

/**
 * Photos that phones send in parts, and what offices require of a visit. Parts are rows, so that any process continues
 * an upload that another one began.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table photo_uploads (
      office_id text not null,
      courier_id bigint not null,
      id uuid not null,
      company_id text not null references companies (id),
      visit uuid not null,
      kind text not null,
      bytes integer not null,
      sha256 text not null,
      taken_at timestamptz not null,
      clock_offset_ms bigint,
      lat double precision,
      lng double precision,
      accuracy double precision,
      received integer not null default 0,
      state text not null check (state in ('open', 'stored', 'refused')),
      problem text,
      begun_at timestamptz not null,
      changed_at timestamptz not null,
      primary key (office_id, courier_id, id),
      foreign key (office_id, courier_id) references couriers (office_id, id)
    )`.execute(db);
  await sql`create index photo_uploads_begun on photo_uploads (office_id, courier_id, begun_at) include (bytes)`.execute(
    db,
  );
  await sql`create index photo_uploads_open on photo_uploads (changed_at) where state = 'open'`.execute(db);
  await sql`
    create table photo_parts (
      office_id text not null,
      courier_id bigint not null,
      upload uuid not null,
      at_byte integer not null,
      bytes bytea not null,
      primary key (office_id, courier_id, upload, at_byte),
      foreign key (office_id, courier_id, upload) references photo_uploads (office_id, courier_id, id) on delete cascade
    )`.execute(db);
  // Photos are compressed already.
  await sql`alter table photo_parts alter column bytes set storage external`.execute(db);
  await sql`alter table evidence add column visit uuid`.execute(db);
  await sql`alter table offices add column photo_requirements jsonb`.execute(db);
}
