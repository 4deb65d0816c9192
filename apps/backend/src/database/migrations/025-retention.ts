import { type Kysely, sql } from 'kysely';

/**
 * Indexes for what retention removes and for the filters of Imagenes, the record of erasures, and the row of `meta` that
 * keeps retention and backups apart.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index evidence_by_kind on evidence (office_id, kind, at desc, id desc)`.execute(db);
  await sql`drop index evidence_by_courier`.execute(db);
  await sql`create index evidence_by_courier on evidence (office_id, courier_id, at desc, id desc)`.execute(db);
  await sql`
    create index evidence_documents on evidence (office_id, at)
    where receiver ->> 'document' is not null`.execute(db);
  await sql`
    create index field_visits_documents on field_visits (office_id, at)
    where receiver ->> 'document' is not null`.execute(db);
  await sql`
    create table erasures (
      id bigint generated always as identity primary key,
      company_id text not null references companies (id),
      office_id text not null references offices (id),
      at timestamptz not null,
      cause text not null check (cause in ('retention', 'purge', 'person')),
      removed jsonb not null
    )`.execute(db);
  await sql`insert into meta (key, value) values ('backup_until', '')`.execute(db);
}
