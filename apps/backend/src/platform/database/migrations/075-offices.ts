import { type Kysely, sql } from 'kysely';

/**
 * What people with charge S change of offices: version and closing of each, and whether the guide of the first day was
 * hidden. The index is for the history of an office, whose events are rare in a long log.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql`
    alter table offices
      add column version integer not null default 1,
      add column closed jsonb,
      add column first_day_skipped boolean not null default false`.execute(db);
  await sql`
    create index events_settings on events (office_id, position)
    where type in ('office.changed', 'settings.changed')`.execute(db);
}
