import { sql } from 'kysely';
import { type Logger } from 'pino';
import { type Database } from './open-database.ts';

/** How often to look. */
const EVERY_MS = 60_000;

/** What Postgres' own housekeeper waits for: a fifth of a table that changed, and some more for small ones. */
const LEAST_DEAD = 500;
const DEAD_SHARE = 0.2;

/**
 * Clears the table that has the most rows nobody sees any more, and learns anew what its columns hold.
 * @returns its name, or undefined where no table needs it.
 */
export async function vacuumWorst(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
    where n_dead_tup > ${LEAST_DEAD}::integer + ${DEAD_SHARE}::real * n_live_tup
    order by n_dead_tup desc limit 1`.execute(db);
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
