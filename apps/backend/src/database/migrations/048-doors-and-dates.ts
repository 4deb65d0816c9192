import { type Kysely, sql } from 'kysely';

/** Visits that one confirmation closed at one door, and the date that a recipient asked for instead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table field_visits add column door uuid, add column wanted text`.execute(db);
}
