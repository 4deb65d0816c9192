import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartupError } from '../startup-error.ts';
import { VERSION } from '@despacho/server/version';
import * as migrations from './migrations.ts';
import { analyzeNew, ownTables } from './own-tables.ts';
import { BEFORE_BASELINE, releaseOfSchema } from './releases.ts';
import { type Schema } from './schema.ts';

/** The migrations by name, in order. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = migrations;

/** Key in `meta`: the release that applied the newest migration. */
const RELEASE_KEY = 'release';

/**
 * @param applied the migrations of a database, in order, or the newest one of the database in a backup.
 * @param release the release that applied them, if it is stored.
 * @param known the migrations of this release.
 * @returns why this release cannot use it, and what to do; undefined if it can.
 */
export function describeMismatch(
  applied: readonly string[],
  release: string | undefined,
  known = MIGRATIONS,
): string | undefined {
  const unknown = applied.findLast((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return undefined;
  const { version, newest } = BEFORE_BASELINE;
  if (unknown === newest)
    return `it is of release ${version}, and this is ${VERSION}. Run the command "database upgrade" of this release once`;
  if (unknown < newest)
    return `it is of release ${releaseOfSchema(unknown)}, and this is ${VERSION}. Start release ${version} on it once; then run the command "database upgrade" of this release`;
  return `${release === undefined || release === VERSION ? 'a newer release' : `release ${release}`} has used it, and this is ${VERSION}. Start that release or a newer one`;
}

async function hasTable(db: Kysely<Schema>, name: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass(${name}) is not null as exists`.execute(db);
  return rows[0]?.exists === true;
}

/** @returns the migrations of the database, in order; none if it is empty. */
export async function appliedMigrations(db: Kysely<Schema>): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name collate "C"`.execute(db);
  return applied.rows.map(({ name }) => name);
}

/** @returns the release that applied the newest migration; undefined if none is stored. */
export async function storedRelease(db: Kysely<Schema>): Promise<string | undefined> {
  if (!(await hasTable(db, 'meta'))) return undefined;
  return (await db.selectFrom('meta').select('value').where('key', '=', RELEASE_KEY).executeTakeFirst())?.value;
}

/** @throws StartupError if the database has another release's schema: this release would misread it. */
async function refuseOther(db: Kysely<Schema>, known = MIGRATIONS): Promise<void> {
  const mismatch = describeMismatch(await appliedMigrations(db), await storedRelease(db), known);
  if (mismatch) throw new StartupError(`The database was not changed: ${mismatch}.`);
}

/**
 * How long to wait for a table in use. Below PostgreSQL's `deadlock_timeout` of one second, so that in a deadlock the
 * migration is aborted and not a request to an older version.
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
  await trx
    .insertInto('meta')
    .values({ key: RELEASE_KEY, value: VERSION })
    .onConflict((on) => on.column('key').doUpdateSet({ value: VERSION }))
    .execute();
  await analyzeNew(trx);
}

/**
 * Migrates the database in one transaction. Instances that start together queue at the dialect's migration lock, which
 * the transaction releases.
 * @throws StartupError if the database belongs to a newer version or to an earlier release; the server's lock timeout
 * while an older version uses the tables, with nothing changed.
 */
export const migrate = (db: Kysely<Schema>): Promise<void> => db.transaction().execute((trx) => migrateWithin(trx));

/**
 * Upgrades a database of the release before the baseline, in one transaction: it has the baseline's schema already, so
 * only the names of its migrations change. Then applies later migrations.
 * @param work `before` refuses, and `after` runs in the same transaction, while nobody uses the tables.
 * @throws StartupError if the database has any other schema, and what `before` throws.
 */
export const carryOver = (
  db: Kysely<Schema>,
  work: Record<'before' | 'after', (trx: Kysely<Schema>) => Promise<void>>,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockMigrations(trx);
    const newest = (await appliedMigrations(trx)).at(-1);
    if (newest === undefined)
      throw new StartupError(
        'There is nothing to upgrade: the database is empty. Set DATABASE_URL or DATA_DIR as the service has them.',
      );
    if (newest !== BEFORE_BASELINE.newest) {
      await refuseOther(trx);
      throw new StartupError(`There is nothing to upgrade: the database is of this release, ${VERSION}.`);
    }
    await work.before(trx);
    await sql`delete from kysely_migration`.execute(trx);
    await sql`
      insert into kysely_migration (name, timestamp) values ('065-baseline', ${new Date().toISOString()})`.execute(trx);
    await migrateWithin(trx);
    await work.after(trx);
  });
