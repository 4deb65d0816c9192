import { type Kysely, sql } from 'kysely';

/** The rows that a line of a preview joins, and the courier, stop and code that it names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import_lines add column extra jsonb`.execute(db);
}
