import { sql } from 'kysely';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { type OfficeTime } from '#platform/dispatch/working-day.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { workingDaysOf } from '../days/working-days.ts';

type Office = OfficeKey & OfficeTime;

/**
 * @returns the days of a span, both inclusive, of which nothing is open: every courier with money of it is confirmed, and
 * no visit of it is in «Por revisar».
 */
async function closedDays(db: Database, office: Office, { from, to }: { from: string; to: string }): Promise<string[]> {
  const { officeId } = office;
  const { rows } = await sql<{ day: string }>`
    select money.day
    from (
      select distinct day, courier_id from money_entries
      where office_id = ${officeId} and day >= ${from} and day <= ${to}
    ) as money
    left join courier_days as closed on closed.office_id = ${officeId} and closed.courier_id = money.courier_id
      and closed.day = money.day and closed.confirmed_at is not null
    group by money.day having count(closed.day) = count(*) order by money.day`.execute(db);
  const visits = await db
    .selectFrom('field_visits')
    .select(['courier_id as courierId', 'at'])
    .where('office_id', '=', officeId)
    .where('state', '=', 'pendiente')
    .execute();
  const inReview = new Set(await workingDaysOf(db, office, visits));
  return rows.map(({ day }) => day).filter((day) => !inReview.has(day));
}

/**
 * Removes the entries of days before a day, one whole day at a time, so that sums stay correct. A day is kept until nothing of
 * it is open: nobody could explain money whose entries are gone.
 * @returns how many entries were removed.
 */
export async function removeOldMoney(
  db: Database,
  office: Office,
  before: string,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (const day of await closedDays(db, office, { from: '', to: before })) {
    if (signal.aborted || day >= before) break;
    removed += await transact(db, async (trx) => {
      // Reopening the day waits for the same lock.
      await lockOffice(trx, office);
      if ((await closedDays(trx, office, { from: day, to: day })).length === 0) return 0;
      await trx.deleteFrom('money_balances').where('office_id', '=', office.officeId).where('day', '=', day).execute();
      const { numDeletedRows } = await trx
        .deleteFrom('money_entries')
        .where('office_id', '=', office.officeId)
        .where('day', '=', day)
        .executeTakeFirst();
      return Number(numDeletedRows);
    });
  }
  return removed;
}
