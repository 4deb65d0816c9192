import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';

/** In `meta`, for each of the two: when the next call may begin, in milliseconds since 1970. */
const NEXT = ['geocoder_next_at', 'geocoder_2_next_at'] as const;

/** Longer waits are caused by a wrong clock. */
const MAX_PLAUSIBLE_MS = 10 * 60_000;

/**
 * Reserves the next call of the geocoder. In the database, so that all processes together keep the pace.
 * @param everyMs milliseconds between two calls.
 * @param maxWaitMs the longest wait that is worthwhile.
 * @param which of the two geocoders.
 * @returns how many milliseconds to wait before the call; undefined if it would be longer, and nothing is reserved.
 */
export async function reserveCall(
  db: Database,
  now: Date,
  everyMs: number,
  maxWaitMs: number,
  which: 0 | 1 = 0,
): Promise<number | undefined> {
  const at = now.getTime();
  const { rows } = await sql<{ value: string }>`
    insert into meta (key, value) values (${NEXT[which]}, ${String(at + everyMs)})
    on conflict (key) do update set value = (${everyMs}::bigint + case
      when meta.value::bigint - ${at}::bigint between 0 and ${MAX_PLAUSIBLE_MS}::bigint then meta.value::bigint
      else ${at}::bigint end)::text
    where meta.value::bigint - ${at}::bigint not between ${maxWaitMs + 1}::bigint and ${MAX_PLAUSIBLE_MS}::bigint
    returning value`.execute(db);
  const [row] = rows;
  return row && Math.max(0, Number(row.value) - everyMs - at);
}

const dayOf = (now: Date): string => now.toISOString().slice(0, 10); // day: the budget is of a day in UTC

/** @returns when the next day's budget begins. */
export const nextBudget = (now: Date): Date => new Date(Date.parse(dayOf(now)) + 86_400_000);

/** Adds a call to a count of the day. @returns false, and adds nothing, if there were `most`. */
async function countCall(db: Database, scope: string, now: Date, most: number): Promise<boolean> {
  const { rows } = await sql`
    insert into geocoder_calls (day, scope, calls) values (${dayOf(now)}, ${scope}, 1)
    on conflict (day, scope) do update set calls = geocoder_calls.calls + 1
    where geocoder_calls.calls < ${most}::integer
    returning calls`.execute(db);
  return rows.length > 0;
}

/** Half of the budget of the day: what one office gets at most. */
const shareOf = (perDay: number): number => Math.floor(perDay / 2);

/** @returns whether the budget of the day has a call left for an office. Takes nothing. */
export async function hasCall(db: Database, officeId: string, now: Date, perDay: number): Promise<boolean> {
  const { rows } = await sql`
    select from geocoder_calls
    where day = ${dayOf(now)} and (scope = ${officeId} and calls >= ${shareOf(perDay)}::integer
      or scope = '' and calls >= ${perDay}::integer)
    limit 1`.execute(db);
  return rows.length === 0;
}

/**
 * Takes a call from the budget of the day, of which an office gets at most half. In the database, so that all processes
 * together stay within it.
 * @returns false, and takes nothing, if nothing is left for the office or for all.
 */
export async function takeCall(db: Database, officeId: string, now: Date, perDay: number): Promise<boolean> {
  if (!(await countCall(db, officeId, now, shareOf(perDay)))) return false;
  if (await countCall(db, '', now, perDay)) return true;
  await sql`
    update geocoder_calls set calls = calls - 1 where day = ${dayOf(now)} and scope = ${officeId}`.execute(db);
  return false;
}

/** Removes the counts of past days. */
export async function trimCalls(db: Database, now: Date): Promise<void> {
  await sql`delete from geocoder_calls where day < ${dayOf(now)}`.execute(db);
}
