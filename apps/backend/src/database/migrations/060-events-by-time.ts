import { type Kysely, sql } from 'kysely';

/**
 * Indexes the log by time, for the past of an office: what happened last before an instant, and whether the log reaches
 * it. Positions do not rise with time where events were inserted together, as those of the demonstration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index events_at on events (office_id, at, position)`.execute(db);
}
