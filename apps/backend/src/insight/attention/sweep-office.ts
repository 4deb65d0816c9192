import { sql } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { couriersAboveLimit } from '#work/money/cash-limit.ts';
import { nextRevision } from '#work/next-revision.ts';
import { foundNow, type Watched } from './kinds.ts';
import { type WatchedOffice } from './watched-offices.ts';

/** Shortest time between two searches of an office, in milliseconds. */
const EVERY_MS = 5000;
/** The next search waits this many times the duration of the last, except on the minute. */
const REST = 20;
const MINUTE_MS = 60_000;

const minuteOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS);

/**
 * @param took duration of the previous search, in milliseconds.
 * @returns whether an office is to be searched: on each new minute, and some seconds after an event.
 */
export function isDue({ position, swept }: WatchedOffice, now: Date, took = 0): boolean {
  if (!swept) return true;
  // Even if the clock is over a minute behind that of the last search.
  if (minuteOf(swept.at) !== minuteOf(now)) return swept.at < now || minuteOf(swept.at) - minuteOf(now) > 1;
  return position !== swept.position && now.getTime() - swept.at.getTime() >= Math.max(EVERY_MS, REST * took);
}

/**
 * Opens, updates and closes the lines of an office by its causes now. Only changed rows are written.
 * @returns how many lines changed.
 */
async function writeLines(trx: Database, office: Watched, now: Date): Promise<number> {
  const { companyId, officeId } = office;
  const open = sql`${inOffice(office, 'line')} and line.closed_at is null`;
  const same = sql`line.subject = desired.subject and line.subject_id = desired.subject_id`;
  const { numAffectedRows: woken = 0n } = await sql`
    update attention_lines as line set snoozed_until = null, snoozed_username = null, snoozed_user = null
    where ${open} and line.snoozed_until <= ${now}::timestamptz`.execute(trx);
  const above = office.rules.tope.on ? await couriersAboveLimit(trx, office, officeDay(now, office)) : [];
  // A postponed line is shown again if it gets a further cause.
  const stays = sql`desired.kinds <@ line.kinds`;
  const { rows } = await sql<{ changes: number }>`
    with ${foundNow(office, now, above)}, desired as (
      select subject, subject_id, (array_agg(since order by rank))[1] as since, min(rank) as rank, array_agg(kind order by rank) as kinds,
        jsonb_agg(
          facts || jsonb_build_object('kind', kind, 'since', (extract(epoch from since) * 1000)::bigint) order by rank
        ) as causes
      from found group by subject, subject_id
    ), compared as materialized (
      -- A full join hashes or sorts, so even with outdated statistics it never compares each line with each subject.
      select line.id as line_id, line.causes <> desired.causes as differs, desired.*
      from (select * from attention_lines as line where ${open}) as line full join desired on ${same}
    ), closed as (
      update attention_lines as line set closed_at = ${now}::timestamptz
      where ${open} and line.id = any(array(select line_id from compared where subject is null))
      returning 1
    ), updated as (
      update attention_lines as line
      set since = desired.since, rank = desired.rank, kinds = desired.kinds, causes = desired.causes,
        snoozed_until = case when ${stays} then line.snoozed_until end,
        snoozed_username = case when ${stays} then line.snoozed_username end,
        snoozed_user = case when ${stays} then line.snoozed_user end
      from compared as desired
      where ${open} and line.id = desired.line_id and desired.differs
      returning 1
    ), opened as (
      insert into attention_lines (company_id, office_id, subject, subject_id, since, rank, kinds, causes)
      select ${companyId}, ${officeId}, subject, subject_id, since, rank, kinds, causes from compared
      where line_id is null
      returning 1
    )
    select ((select count(*) from closed) + (select count(*) from updated) + (select count(*) from opened))::integer
      as changes`.execute(trx);
  return Number(woken) + (rows[0]?.changes ?? 0);
}

/**
 * Searches an office, unless another process has just done so.
 * @returns the revision after it; undefined if another process did.
 */
export function sweepOffice(db: Database, office: WatchedOffice, now: Date): Promise<number | undefined> {
  const { companyId, officeId, position, swept } = office;
  return transact(db, async (trx) => {
    const claimed = await trx
      .insertInto('attention_boards')
      .values({ company_id: companyId, office_id: officeId, swept_at: now, swept_position: position })
      .onConflict((conflict) =>
        conflict
          .column('office_id')
          .doUpdateSet({ swept_at: now, swept_position: position })
          .where('attention_boards.swept_at', '=', swept?.at ?? new Date(0)),
      )
      .returning('revision')
      .executeTakeFirst();
    if (!claimed) return undefined;
    return (await writeLines(trx, office, now)) > 0 ? nextRevision(trx, office) : claimed.revision;
  });
}
