import { sql } from 'kysely';
import { isLockTimeout } from '../database/database-error.ts';
import { type Database } from '../database/open-database.ts';
import { Refusal } from '../refusal.ts';

/** For whoever waited in vain for another import of the office. */
export const OFFICE_BUSY = 'Su oficina está procesando otro archivo; espere unos segundos y vuelva a intentarlo';

/**
 * Waits until no other process writes an import of this office, and keeps them out until the transaction ends.
 * @throws Refusal busy after the lock timeout of the transaction (5 s).
 */
export async function takeImportTurn(trx: Database, officeId: string): Promise<void> {
  try {
    await sql`select pg_advisory_xact_lock(hashtextextended(${officeId}, hashtext('import')))`.execute(trx);
  } catch (error) {
    throw isLockTimeout(error) ? new Refusal('busy', OFFICE_BUSY) : error;
  }
}
