import { sql } from 'kysely';
import { codeOfError } from '#platform/database/database-error.ts';
import { type Database } from '#platform/database/open-database.ts';

export const DAY_MS = 24 * 60 * 60_000;

/** Days created ahead of time: enough to notice and fix a failure before positions are lost. */
const DAYS_AHEAD = 3;
/** Fixes arrive up to two days late. */
const DAYS_BEHIND = 2;

/** Another process created the partition at the same moment: its name, or the name of its type, exists. */
const EXISTS = new Set(['42P07', '23505']);

const dayStart = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;
// day: partitions are days in UTC.
const nameOf = (day: number): string => `positions_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** @returns the days that have a partition, in milliseconds since 1970. */
async function partitionDays(db: Database): Promise<number[]> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name
    from pg_inherits join pg_class as child on child.oid = inhrelid
    where inhparent = to_regclass('positions')`.execute(db);
  return rows.map(({ name }) => Date.parse(name.replace(/^positions_(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')));
}

async function createDay(db: Database, day: number): Promise<void> {
  const limit = (at: number) => sql.lit(new Date(at).toISOString());
  try {
    await sql`
      create table ${sql.table(nameOf(day))} partition of positions
      for values from (${limit(day)}) to (${limit(day + DAY_MS)})`.execute(db);
  } catch (error) {
    if (!EXISTS.has(codeOfError(error) ?? '')) throw error;
  }
}

/** Creates the partitions for fixes that may arrive now or in the next days, where they are missing. */
export async function createPartitions(db: Database, now: Date): Promise<void> {
  const existing = new Set(await partitionDays(db));
  const today = dayStart(now.getTime());
  for (let days = -DAYS_BEHIND; days <= DAYS_AHEAD; days++) {
    const day = today + days * DAY_MS;
    if (!existing.has(day)) await createDay(db, day);
  }
}

/**
 * Erases positions that are older than the retention: whole days, the arrivals of these, and the newest position of
 * couriers who have sent none since.
 */
export async function erasePositions(db: Database, now: Date, retentionDays: number): Promise<void> {
  const oldest = now.getTime() - retentionDays * DAY_MS;
  for (const day of await partitionDays(db))
    if (day + DAY_MS <= oldest) await sql`drop table if exists ${sql.table(nameOf(day))}`.execute(db);
  await db
    .deleteFrom('arrivals')
    .where('arrived_at', '<', new Date(dayStart(oldest)))
    .execute();
  await db.deleteFrom('courier_positions').where('at', '<', new Date(oldest)).execute();
}
