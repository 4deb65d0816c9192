import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartupError } from '../startup-error.ts';
import * as migrations from './migrations.ts';
import { type Schema } from './schema.ts';

/** The migrations by name, in order. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = migrations;

/** @throws StartupError if a newer version has migrated the database: this version would misread it. */
async function refuseNewer(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`.execute(
    db,
  );
  if (rows[0]?.exists !== true) return;
  const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const unknown = done.rows.find(({ name }) => !Object.hasOwn(MIGRATIONS, name));
  if (!unknown) return;
  throw new StartupError(
    `A newer version of this service has used the database: it has the migration ${unknown.name}, which this version does not know. Start that version or a newer one.`,
  );
}

/**
 * How long to wait for a table in use. Below PostgreSQL's `deadlock_timeout` of one second, so that in a deadlock the
 * migration gives way and not a request to an older version.
 */
const LOCK_TIMEOUT_MS = 500;

/** In the order in which older versions lock them; the other tables follow by name. */
const FIRST_USED = ['idempotency_keys', 'companies', 'offices'];

/**
 * Locks all tables for the rest of the transaction, so that no migration waits for a lock while others wait for the
 * locks it holds.
 */
async function lockTables(trx: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()
    order by array_position(${FIRST_USED}::text[], tablename::text), tablename`.execute(trx);
  if (rows.length === 0) return;
  await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(trx);
  await sql`lock table ${sql.join(rows.map(({ name }) => sql.table(name)))} in access exclusive mode`.execute(trx);
}

/** Waits until no other instance migrates, for the rest of the transaction. */
export const lockMigrations = (trx: Kysely<Schema>): Promise<void> =>
  trx.getExecutor().adapter.acquireMigrationLock(trx, { lockTable: '', lockRowId: '' });

/** Migrates the database within a transaction, as `migrate` does. */
export async function migrateWithin(trx: Kysely<Schema>): Promise<void> {
  // Before the migrator creates its own tables: two instances cannot do so concurrently.
  await lockMigrations(trx);
  const migrator = new Migrator({ db: trx, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
  await refuseNewer(trx);
  const known = await migrator.getMigrations();
  if (known.every(({ executedAt }) => executedAt)) return;
  await lockTables(trx);
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error('The migration failed', { cause: error });
}

/**
 * Migrates the database in one transaction. Instances that start together queue at the dialect's migration lock, which
 * the transaction releases.
 * @throws StartupError if the database belongs to a newer version; the server's lock timeout while an older version
 * uses the tables, with nothing changed.
 */
export const migrate = (db: Kysely<Schema>): Promise<void> => db.transaction().execute(migrateWithin);
