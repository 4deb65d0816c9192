import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';

/** In `meta`: when the next call may begin, in milliseconds since 1970. */
const NEXT = 'geocoder_next_at';

/** Longer waits are caused by a wrong clock. */
const MAX_PLAUSIBLE_MS = 10 * 60_000;

/**
 * Reserves the next call of the geocoder. In the database, so that all processes together keep the pace.
 * @param everyMs milliseconds between two calls.
 * @param maxWaitMs the longest wait that is worthwhile.
 * @returns how many milliseconds to wait before the call; undefined if it would be longer, and nothing is reserved.
 */
export async function reserveCall(
  db: Database,
  now: Date,
  everyMs: number,
  maxWaitMs: number,
): Promise<number | undefined> {
  const at = now.getTime();
  const { rows } = await sql<{ value: string }>`
    insert into meta (key, value) values (${NEXT}, ${String(at + everyMs)})
    on conflict (key) do update set value = (${everyMs}::bigint + case
      when meta.value::bigint - ${at}::bigint between 0 and ${MAX_PLAUSIBLE_MS}::bigint then meta.value::bigint
      else ${at}::bigint end)::text
    where meta.value::bigint - ${at}::bigint not between ${maxWaitMs + 1}::bigint and ${MAX_PLAUSIBLE_MS}::bigint
    returning value`.execute(db);
  const [row] = rows;
  return row && Math.max(0, Number(row.value) - everyMs - at);
}
