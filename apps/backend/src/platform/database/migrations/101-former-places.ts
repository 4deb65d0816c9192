import { type Kysely, sql } from 'kysely';

/** What an office used before a person said where a place is, for taking that back. */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql.raw('alter table places add column former jsonb').execute(db);
}
