import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';

/**
 * Removes the entries of days before a day, one whole day at a time, so that sums stay right.
 * @returns how many entries were removed.
 */
export async function removeOldMoney(
  db: Database,
  office: OfficeKey,
  before: string,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  while (!signal.aborted) {
    const oldest = await db
      .selectFrom('money_entries')
      .select('day')
      .where('office_id', '=', office.officeId)
      .where('day', '<', before)
      .orderBy('day')
      .limit(1)
      .executeTakeFirst();
    if (!oldest) break;
    removed += await transact(db, async (trx) => {
      await lockOffice(trx, office);
      await trx
        .deleteFrom('money_balances')
        .where('office_id', '=', office.officeId)
        .where('day', '=', oldest.day)
        .execute();
      const { numDeletedRows } = await trx
        .deleteFrom('money_entries')
        .where('office_id', '=', office.officeId)
        .where('day', '=', oldest.day)
        .executeTakeFirst();
      return Number(numDeletedRows);
    });
  }
  return removed;
}
