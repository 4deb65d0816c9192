import { sql } from 'kysely';
import { type Database } from '../database/open-database.ts';
import { MAX_CHANGES_A_DAY } from '../database/table-bounds.ts';
import { formatNumber } from '../format-number.ts';
import { conflict } from '../refusal.ts';
import { type Dispatcher } from './dispatcher.ts';
import { localOf } from './zoned-time.ts';

/**
 * Counts changes of orders by a person towards the maximum of the day, in the transaction of the changes. Those of
 * phones and of the service itself have other limits and are never refused here.
 * @param most maximum per person and day.
 * @throws Refusal conflict above it.
 */
export async function countChanges(
  trx: Database,
  dispatcher: Dispatcher,
  count: number,
  now: Date,
  most = MAX_CHANGES_A_DAY,
): Promise<void> {
  if (dispatcher.isPerson === false) return;
  const { companyId, sub, timeZone } = dispatcher;
  const { date: day } = localOf(now, timeZone);
  const { rows } = await sql`
    insert into person_days as counted (company_id, person, day, changes)
    select ${companyId}, ${sub}, ${day}, ${count}::bigint where ${count}::bigint <= ${most}::bigint
    on conflict (company_id, person, day) do update set changes = counted.changes + excluded.changes
    where counted.changes + excluded.changes <= ${most}::bigint
    returning changes`.execute(trx);
  if (rows.length === 0)
    throw conflict(
      `Con esto usted pasaría de ${formatNumber(most)} cambios de órdenes en un día, el máximo por persona. Siga mañana, o pida a otra persona que lo haga`,
    );
}

/** Deletes what was counted on days that ended in every time zone. */
export async function forgetPersonDays(db: Database, now: Date): Promise<void> {
  // day: two days ago, it has ended in every zone.
  const ended = new Date(now.getTime() - 2 * 86_400_000).toISOString().slice(0, 10);
  for (const table of ['person_days', 'person_reads'] as const)
    await db.deleteFrom(table).where('day', '<', ended).execute();
}
