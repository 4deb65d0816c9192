import { type Kysely, sql } from 'kysely';

/**
 * Stores the result of each previewed line, so that importing or downloading does not validate again. Open previews
 * must be repeated.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table import_lines (
      import_id bigint not null references imports (id) on delete cascade,
      line integer not null,
      input jsonb,
      broken text,
      primary key (import_id, line),
      check ((input is null) <> (broken is null))
    )`.execute(db);
  await sql`drop index imports_age`.execute(db);
  await sql`alter table imports drop column cells, add column header text`.execute(db);
  await sql`create index imports_age on imports (at) where header is not null`.execute(db);
}
