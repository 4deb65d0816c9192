import { sql } from 'kysely';
import { isLockTimeout } from '#platform/database/database-error.ts';
import { type Database } from '#platform/database/open-database.ts';
import { Refusal } from '#platform/refusal.ts';

/** For a request that timed out while waiting for another import of the office. */
export const OFFICE_BUSY = 'Su oficina está procesando otro archivo; espere unos segundos y vuelva a intentarlo';

/**
 * Waits until no other process writes an import of this office, and excludes others until the transaction ends.
 * @throws Refusal busy after the transaction's lock timeout (5 s).
 */
export async function takeImportTurn(trx: Database, officeId: string): Promise<void> {
  try {
    await sql`select pg_advisory_xact_lock(hashtextextended(${officeId}, hashtext('import')))`.execute(trx);
  } catch (error) {
    throw isLockTimeout(error) ? new Refusal('busy', OFFICE_BUSY) : error;
  }
}
