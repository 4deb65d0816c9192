import { type Kysely, sql } from 'kysely';

/** Fixes that are stored and not shown, and what a tracker sent that could not be read. */
export async function up<S>(db: Kysely<S>): Promise<void> {
  const statements = [
    'alter table positions add column doubt text',
    `alter table courier_trackers add column unreadable integer not null default 0, add column unreadable_reason text,
      add column unreadable_at timestamptz`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
