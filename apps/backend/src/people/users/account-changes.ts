import { ACCOUNT_CHANGES, type AccountChanges } from '@despacho/contracts/assertion';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';

/** Maximum number of records that one statement deletes. */
const BATCH = 1000;

/**
 * Records that what gateways know about a user is outdated. A trigger does this for changes of the user's row; call
 * this for changes of other tables.
 */
export async function recordAccountChange(trx: Database, userId: string): Promise<void> {
  await trx.insertInto('account_changes').values({ user_id: userId }).execute();
}

/**
 * @returns the newest changes, at most `ACCOUNT_CHANGES.most`, of the period in which a gateway may rely on an earlier
 * answer. Selected by time and not by id, because a lower id may commit later than a higher one.
 */
export async function readAccountChanges(db: Database): Promise<AccountChanges> {
  const rows = await db
    .selectFrom('account_changes')
    .select(['id', 'user_id as userId'])
    .where(sql<boolean>`at > now() - make_interval(secs => ${ACCOUNT_CHANGES.seconds})`)
    .orderBy('id', 'desc')
    .limit(ACCOUNT_CHANGES.most)
    .execute();
  return rows;
}

/**
 * Deletes the records of changes older than an hour, by the database's clock, which also wrote their times. Skips records
 * that another process is deleting.
 */
export async function forgetAccountChanges(db: Database, signal?: AbortSignal, batch = BATCH): Promise<void> {
  let deleted = batch;
  while (deleted === batch && signal?.aborted !== true) {
    const { numAffectedRows = 0n } = await sql`
      delete from account_changes where id = any(array(
        select id from account_changes where at < now() - interval '1 hour' order by at limit ${batch}
        for update skip locked))`.execute(db);
    deleted = Number(numAffectedRows);
  }
}
