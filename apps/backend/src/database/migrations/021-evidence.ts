import { type Kysely, sql } from 'kysely';

/**
 * Creates the table of photos and signatures. `storage_used` becomes the sum of their sizes; no earlier version stored
 * files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table evidence (
      id bigint generated always as identity primary key,
      company_id text not null references companies (id),
      office_id text not null references offices (id),
      upload text not null,
      order_id bigint not null,
      attempt integer not null,
      kind text not null,
      courier_id bigint references couriers (id),
      receiver jsonb,
      at timestamptz not null,
      device_at timestamptz not null,
      clock_offset_ms bigint,
      arrived_at timestamptz not null,
      lat double precision,
      lng double precision,
      accuracy double precision,
      file text not null,
      width integer not null,
      height integer not null,
      bytes bigint not null,
      sha256 text not null,
      same_as bigint,
      by_username text not null,
      by_user text not null
    )`.execute(db);
  await sql`create unique index evidence_by_upload on evidence (office_id, upload)`.execute(db);
  await sql`create unique index evidence_by_order on evidence (office_id, order_id, sha256)`.execute(db);
  await sql`create index evidence_by_time on evidence (office_id, at desc, id desc)`.execute(db);
  await sql`create index evidence_by_arrival on evidence (office_id, arrived_at) include (bytes)`.execute(db);
  await sql`create index evidence_by_hash on evidence (company_id, sha256)`.execute(db);
  await sql`create index evidence_by_courier on evidence (courier_id)`.execute(db);
  await sql`create index evidence_by_file on evidence (file)`.execute(db);
  await sql`update companies set storage_used = 0 where storage_used <> 0`.execute(db);
}
