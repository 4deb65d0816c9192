import { type OpenWork } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { countRows } from '#platform/database/count-rows.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Account } from '#people/directory/accounts-repository.ts';
import { personSub } from '#people/users/person-sub.ts';

/** Maximum age of a day of money in days: an older one is not part of today's work. */
const DAYS = 14;

/**
 * @returns what a person would leave open in their office: lines of «Por atender» that they took, and days of couriers
 * whose money they received and that nobody has closed.
 */
export async function readOpenWork(db: Database, person: Account, now: Date): Promise<OpenWork> {
  const sub = personSub(person);
  const office = person.office.id;
  const lines = await countRows(
    db
      .selectFrom('attention_lines')
      .where('office_id', '=', office)
      .where('taken_person', '=', sub)
      .where('closed_at', 'is', null),
  );
  // day: earlier than any open work that counts.
  const since = new Date(now.getTime() - DAYS * 86_400_000).toISOString().slice(0, 10);
  // An undone act is not a hand-over.
  const { rows: money } = await sql<{ day: string; couriers: number }>`
    select entries.day, (count(distinct entries.courier_id))::integer as couriers
    from money_entries as entries
    left join courier_days as days on days.office_id = entries.office_id and days.courier_id = entries.courier_id
      and days.day = entries.day
    where entries.office_id = ${office} and entries.day >= ${since} and entries.person = ${sub}
      and entries.what = 'entrega' and days.confirmed_at is null
      and not exists (
        select from money_entries as undoing
        where undoing.office_id = entries.office_id and undoing.undoes = entries.act
      )
    group by entries.day order by entries.day`.execute(db);
  return { lines, money };
}
