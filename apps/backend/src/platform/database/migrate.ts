import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartupError } from '../startup-error.ts';
import * as migrations from './migrations.ts';
import { ownTables } from './own-tables.ts';
import { type Schema } from './schema.ts';

/** The migrations by name, in order. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = migrations;

/** The last of the migrations that 065-baseline replaced. Both leave the same schema. */
export const BEFORE_BASELINE = '065-guest-authors';

/**
 * @param applied the migrations of a database, in order, or the newest one of the database in a backup.
 * @param known the migrations of this version.
 * @returns why this version cannot use it, and what to do; undefined if it can.
 */
export function describeMismatch(applied: readonly string[], known = MIGRATIONS): string | undefined {
  const unknown = applied.findLast((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return undefined;
  if (unknown === BEFORE_BASELINE)
    return `it has the schema ${unknown} of the release before this one. Run this version's command "database upgrade" once`;
  if (unknown < BEFORE_BASELINE)
    return `it has the schema ${unknown} of an earlier release. Start the release whose newest schema is ${BEFORE_BASELINE} on it once; then run this version's command "database upgrade"`;
  return `a newer version of this service has used it: it has the migration ${unknown}, which this version does not know. Start that version or a newer one`;
}

/** @returns the migrations of the database, in order; none if it is empty. */
export async function appliedMigrations(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`.execute(
    db,
  );
  if (rows[0]?.exists !== true) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name collate "C"`.execute(db);
  return applied.rows.map(({ name }) => name);
}

/** @throws StartupError if the database has another version's schema: this version would misread it. */
async function refuseOther(db: Kysely<Schema>, known = MIGRATIONS): Promise<void> {
  const mismatch = describeMismatch(await appliedMigrations(db), known);
  if (mismatch) throw new StartupError(`The database was not changed: ${mismatch}.`);
}

/**
 * How long to wait for a table in use. Below PostgreSQL's `deadlock_timeout` of one second, so that in a deadlock the
 * migration gives way and not a request to an older version.
 */
const LOCK_TIMEOUT_MS = 500;

/** In the order in which older versions lock them; the other tables follow by name. */
const FIRST_USED = ['idempotency_keys', 'companies', 'offices'];

/**
 * Locks all our tables for the rest of the transaction, so that no migration waits for a lock while others wait for the
 * locks it holds.
 */
async function lockTables(trx: Kysely<Schema>): Promise<void> {
  const names = await ownTables(trx);
  if (names.length === 0) return;
  const ordered = [
    ...FIRST_USED.filter((name) => names.includes(name)),
    ...names.filter((name) => !FIRST_USED.includes(name)),
  ];
  await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(trx);
  await sql`lock table ${sql.join(ordered.map((name) => sql.table(name)))} in access exclusive mode`.execute(trx);
}

/** Waits until no other instance migrates, for the rest of the transaction. */
export const lockMigrations = (trx: Kysely<Schema>): Promise<void> =>
  trx.getExecutor().adapter.acquireMigrationLock(trx, { lockTable: '', lockRowId: '' });

/** Migrates the database within a transaction, as `migrate` does. */
export async function migrateWithin(trx: Kysely<Schema>, migrations = MIGRATIONS): Promise<void> {
  // Before the migrator creates its own tables: two instances cannot do so concurrently.
  await lockMigrations(trx);
  const migrator = new Migrator({ db: trx, provider: { getMigrations: () => Promise.resolve(migrations) } });
  await refuseOther(trx, migrations);
  const known = await migrator.getMigrations();
  if (known.every(({ executedAt }) => executedAt)) return;
  await lockTables(trx);
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error('The migration failed', { cause: error });
}

/**
 * Migrates the database in one transaction. Instances that start together queue at the dialect's migration lock, which
 * the transaction releases.
 * @throws StartupError if the database belongs to a newer version or to an earlier release; the server's lock timeout
 * while an older version uses the tables, with nothing changed.
 */
export const migrate = (db: Kysely<Schema>): Promise<void> => db.transaction().execute((trx) => migrateWithin(trx));

/** Keys in `meta` of work that the release before the baseline does in the background until it is done. */
const UNFINISHED = ['texts_to_renew_up_to', 'places_to_judge_up_to', 'photos_to_check_after'];

/**
 * Carries a database of the release before the baseline over, in one transaction: it has the baseline's schema already,
 * so only the names of its migrations change. Then applies later migrations.
 * @throws StartupError if the database has any other schema, or that release has not finished its work.
 */
export const carryOver = (db: Kysely<Schema>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockMigrations(trx);
    const newest = (await appliedMigrations(trx)).at(-1);
    if (newest === undefined)
      throw new StartupError(
        'There is nothing to upgrade: the database is empty. Set DATABASE_URL or DATA_DIR as the service has them.',
      );
    if (newest !== BEFORE_BASELINE) {
      await refuseOther(trx);
      throw new StartupError(`There is nothing to upgrade: the database is of this release (${newest}).`);
    }
    const unfinished = await trx.selectFrom('meta').select('key').where('key', 'in', UNFINISHED).execute();
    if (unfinished.length > 0)
      throw new StartupError(
        `The database was not changed: the release before this one has not finished its work in the background (${unfinished.map(({ key }) => key).join(', ')}). Start that release on it again, until these rows of the table meta are gone.`,
      );
    await sql`delete from kysely_migration`.execute(trx);
    await sql`
      insert into kysely_migration (name, timestamp) values ('065-baseline', ${new Date().toISOString()})`.execute(trx);
    await migrateWithin(trx);
  });
