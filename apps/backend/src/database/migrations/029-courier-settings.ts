import { type Kysely, sql } from 'kysely';

/** The version of an office's settings for couriers' phones, and who changed them last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table offices
      add column settings_version integer not null default 1,
      add column settings_changed jsonb`.execute(db);
}
