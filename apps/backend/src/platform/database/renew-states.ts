import { sql } from 'kysely';
import { type Database } from './open-database.ts';

/**
 * Gives each office of a copy a new state, so that no version of an answer that a browser or gateway kept from before
 * confirms what the copy contains (decision 140).
 * @param companyId limits it to the offices of a company.
 */
export async function renewStates(db: Database, companyId?: string): Promise<void> {
  await db
    .updateTable('offices')
    .set({ state_id: sql`default` })
    .$if(companyId !== undefined, (query) => query.where('company_id', '=', companyId ?? ''))
    .execute();
}
