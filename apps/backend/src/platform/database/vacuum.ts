import { sql } from 'kysely';
import { type Logger } from 'pino';
import { repeatEvery } from '../repeat.ts';
import { type Database } from './open-database.ts';

/** How often to check. */
const EVERY_MS = 60_000;

/** Similar to autovacuum: a fifth of a table added or changed, plus a minimum for small tables. */
const MIN_CHANGED = 500;
const CHANGED_SHARE = 0.2;

/**
 * Vacuums and analyzes the table with the most rows added or changed since the last time. Added rows count because
 * without statistics a list of pending orders reads all of them.
 * @returns its name, or undefined if no table needs it.
 */
export async function vacuumWorst(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
    where n_mod_since_analyze > ${MIN_CHANGED}::integer + ${CHANGED_SHARE}::real * n_live_tup
    order by n_mod_since_analyze desc limit 1`.execute(db);
  const name = rows[0]?.name;
  if (name === undefined) return undefined;
  await sql`vacuum (analyze) ${sql.table(name)}`.execute(db);
  return name;
}

/**
 * Vacuums an embedded database, which has no autovacuum. One table at a time, so that requests wait only for that.
 * @returns a function that stops it after the current vacuum.
 */
export function keepTidy(db: Database, logger: Logger, everyMs = EVERY_MS): () => Promise<void> {
  return repeatEvery(everyMs, () =>
    vacuumWorst(db).catch((error: unknown) => logger.warn({ err: error }, 'the database could not be tidied')),
  );
}
