import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';

/**
 * Counts a change of the list of attention, and locks the office's board until the transaction ends.
 * @returns the new revision; 0 if the office was never searched.
 */
export async function nextRevision(trx: Database, office: OfficeKey): Promise<number> {
  const row = await trx
    .updateTable('attention_boards')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where(inOffice(office))
    .returning('revision')
    .executeTakeFirst();
  return row?.revision ?? 0;
}
