import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { conflict } from '#platform/refusal.ts';

/*
 * A backup copies the database first and the photos afterwards. A photo that is removed in between would be a row
 * without its files in the backup, so removals wait for the end of a backup.
 */

/** Row of `meta`: until when a backup may be running, or empty. A time, so that a killed backup does not block forever. */
export const BACKUP_UNTIL = 'backup_until';

/** How long a backup counts as running after its last renewal. */
const LEASE = '5 minutes';

const RENEW_MS = 60_000;

/**
 * Call it first in a transaction that removes photos: a backup that starts waits for its end.
 * @returns whether no backup is running.
 */
export async function mayRemovePhotos(trx: Database): Promise<boolean> {
  const row = await trx
    .selectFrom('meta')
    .select(sql<boolean>`value <> '' and nullif(value, '')::timestamptz > now()`.as('isRunning'))
    .where('key', '=', BACKUP_UNTIL)
    .forShare()
    .executeTakeFirst();
  return row?.isRunning !== true;
}

const renew = (db: Database) =>
  db
    .updateTable('meta')
    .set({ value: sql<string>`(now() + ${LEASE}::interval)::text` })
    .where('key', '=', BACKUP_UNTIL);

/**
 * Does work during which no photo of the database is removed.
 * @throws Refusal conflict while another backup is running.
 */
export async function withoutRemovals<T>(db: Database, work: () => Promise<T>): Promise<T> {
  await db
    .insertInto('meta')
    .values({ key: BACKUP_UNTIL, value: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { numUpdatedRows } = await renew(db)
    .where(sql<boolean>`(value = '' or nullif(value, '')::timestamptz <= now())`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw conflict('Another backup is running, or was interrupted within the last five minutes.');
  let failure: unknown;
  const timer = setInterval(() => {
    renew(db)
      .execute()
      .catch((error: unknown) => {
        failure = error;
      });
  }, RENEW_MS);
  try {
    const result = await work();
    if (failure) throw new Error('The backup could not keep its lock', { cause: failure });
    return result;
  } finally {
    clearInterval(timer);
    await db.updateTable('meta').set({ value: '' }).where('key', '=', BACKUP_UNTIL).execute();
  }
}
