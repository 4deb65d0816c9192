import { sql } from 'kysely';
import { type Logger } from 'pino';
import { type Database } from './open-database.ts';

/** How often to look. */
const EVERY_MS = 60_000;

/** Much as Postgres' own housekeeper: a fifth of a table that was added or changed, and some more for small ones. */
const LEAST_CHANGED = 500;
const CHANGED_SHARE = 0.2;

/**
 * Clears the table of which the most was added or changed since, and learns anew what its columns hold. Added rows count as well:
 * without knowing what they hold, a list of pending orders reads all of them for each order of the office.
 * @returns its name, or undefined where no table needs it.
 */
export async function vacuumWorst(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
    where n_mod_since_analyze > ${LEAST_CHANGED}::integer + ${CHANGED_SHARE}::real * n_live_tup
    order by n_mod_since_analyze desc limit 1`.execute(db);
  const name = rows[0]?.name;
  if (name === undefined) return undefined;
  await sql`vacuum (analyze) ${sql.table(name)}`.execute(db);
  return name;
}

/**
 * Keeps an embedded database tidy, which has no housekeeper of its own: every change of an order leaves its former row
 * behind. One table at a time, so that requests wait for no more than that.
 * @returns how to stop, once what is under way has ended.
 */
export function keepTidy(db: Database, logger: Logger, everyMs = EVERY_MS): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => vacuumWorst(db))
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'the database could not be tidied');
      });
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
