import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';

/** Events per transaction. */
const PAGE = 2000;
/** Between transactions: others wait for the office's row. */
export const PAUSE_MS = 20;

/**
 * Updates all events of an office, in short transactions.
 * @param update returns the statement for the events of a condition. @returns how many events it changed.
 */
export async function updateLog(
  db: Database,
  office: OfficeKey,
  update: (page: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<number> {
  const { officeId } = office;
  const { event_position: newest } = await db
    .selectFrom('offices')
    .select('event_position')
    .where('id', '=', officeId)
    .executeTakeFirstOrThrow();
  let count = 0;
  for (let from = 0; from < newest; from += PAGE) {
    const { numAffectedRows = 0n } = await transact(db, async (trx) => {
      await lockOffice(trx, office);
      return update(sql`office_id = ${officeId} and position > ${from} and position <= ${from + PAGE}`).execute(trx);
    });
    count += Number(numAffectedRows);
    await pause(PAUSE_MS);
  }
  return count;
}
