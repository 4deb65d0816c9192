import { type Kysely, sql } from 'kysely';

/**
 * Indexes the events that moved an order to another day by the day it left, for yesterday's figures. Building it reads
 * the events once; most of them move nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index events_moved on events (office_id, (data -> 'before' ->> 'date'))
    where data -> 'before' ->> 'date' is not null`.execute(db);
}
