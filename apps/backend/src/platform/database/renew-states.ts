import { sql } from 'kysely';
import { type Database } from './open-database.ts';

/**
 * Gives each office of a copy a new state, so that no version of an answer that a browser or gateway kept from before
 * confirms what the copy contains (decision 140).
 */
export async function renewStates(db: Database): Promise<void> {
  await db
    .updateTable('offices')
    .set({ state_id: sql`default` })
    .execute();
}
