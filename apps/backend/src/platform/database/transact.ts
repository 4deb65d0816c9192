import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable, isRolledBack } from './database-error.ts';
import { currentWriters } from './office-shares.ts';
import { type Database } from './open-database.ts';
import { RETRY_MS } from './server-pool.ts';

const PAUSE_MS = 50;

function mayRepeat(error: unknown, repeatable: boolean): boolean {
  if (error instanceof DatabaseUnavailable)
    return error.reason === 'connection' || (error.reason === 'commit' && repeatable);
  return isRolledBack(error);
}

/**
 * Runs a transaction, and retries it if it certainly was not committed: the connection was lost before the commit, or
 * it was rolled back because of a concurrent one. `work` must change nothing but the database.
 * @param repeatable whether `work` detects that it has been done, as `once` does: then it is also retried when the
 * connection was lost while committing.
 * @throws DatabaseUnavailable if no attempt succeeded in time, or it is unknown whether the transaction was committed.
 */
export async function transact<T>(
  db: Database,
  work: (trx: Database) => Promise<T>,
  { repeatable = false } = {},
): Promise<T> {
  const until = performance.now() + RETRY_MS;
  // Writers of an office queue at its row anyway. Here they queue without a connection.
  const leave = await currentWriters()?.take();
  try {
    for (;;) {
      try {
        return await db.transaction().execute(work);
      } catch (error) {
        if (!mayRepeat(error, repeatable) || performance.now() > until) throw error;
        await sleep(PAUSE_MS * (1 + Math.random()));
      }
    }
  } finally {
    leave?.();
  }
}
