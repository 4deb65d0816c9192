import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as foundation from './migrations/001-foundation.ts';
import * as dispatch from './migrations/002-dispatch.ts';
import * as desk from './migrations/003-desk.ts';
import * as tallies from './migrations/004-tallies.ts';
import * as lastChanges from './migrations/005-last-changes.ts';
import * as newestTexts from './migrations/006-newest-texts.ts';
import * as districtsAndClients from './migrations/007-districts-and-clients.ts';
import * as referencesByName from './migrations/008-references-by-name.ts';
import * as orderProgress from './migrations/009-order-progress.ts';
import { StartupError } from '../startup-error.ts';
import * as orderNumbers from './migrations/010-order-numbers.ts';
import * as exportQuota from './migrations/011-export-quota.ts';
import * as loadedOrders from './migrations/012-loaded-orders.ts';
import * as importLines from './migrations/013-import-lines.ts';
import * as payments from './migrations/014-payments.ts';
import * as searchDistricts from './migrations/015-search-districts.ts';
import * as importLayouts from './migrations/016-import-layouts.ts';
import * as places from './migrations/017-places.ts';
import * as movedOrders from './migrations/018-moved-orders.ts';
import * as firstDates from './migrations/019-first-dates.ts';
import * as courierPhones from './migrations/020-courier-phones.ts';
import * as evidence from './migrations/021-evidence.ts';
import * as fieldVisits from './migrations/022-field-visits.ts';
import * as photoUploads from './migrations/023-photo-uploads.ts';
import * as courierDays from './migrations/024-courier-days.ts';
import * as retention from './migrations/025-retention.ts';
import * as positions from './migrations/026-positions.ts';
import * as photoFilters from './migrations/028-photo-filters.ts';
import * as courierSettings from './migrations/029-courier-settings.ts';
import { type Schema } from './schema.ts';

/** In order. Never edit a released migration; append a new one. */
export const MIGRATIONS: Record<string, Migration> = {
  '001-foundation': foundation,
  '002-dispatch': dispatch,
  '003-desk': desk,
  '004-tallies': tallies,
  '005-last-changes': lastChanges,
  '006-newest-texts': newestTexts,
  '007-districts-and-clients': districtsAndClients,
  '008-references-by-name': referencesByName,
  '009-order-progress': orderProgress,
  '010-order-numbers': orderNumbers,
  '011-export-quota': exportQuota,
  '012-loaded-orders': loadedOrders,
  '013-import-lines': importLines,
  '014-payments': payments,
  '015-search-districts': searchDistricts,
  '016-import-layouts': importLayouts,
  '017-places': places,
  '018-moved-orders': movedOrders,
  '019-first-dates': firstDates,
  '020-courier-phones': courierPhones,
  '021-evidence': evidence,
  '022-field-visits': fieldVisits,
  '023-photo-uploads': photoUploads,
  '024-courier-days': courierDays,
  '025-retention': retention,
  '026-positions': positions,
  '028-photo-filters': photoFilters,
  '029-courier-settings': courierSettings,
};

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

/**
 * Migrates the database in one transaction. Instances that start together queue at the dialect's migration lock, which
 * the transaction releases.
 * @throws StartupError if the database belongs to a newer version; the server's lock timeout while an older version
 * uses the tables, with nothing changed.
 */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Before the migrator creates its own tables: two instances cannot do so concurrently.
    await trx.getExecutor().adapter.acquireMigrationLock(trx, { lockTable: '', lockRowId: '' });
    const migrator = new Migrator({ db: trx, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
    await refuseNewer(trx);
    const known = await migrator.getMigrations();
    if (known.every(({ executedAt }) => executedAt)) return;
    await lockTables(trx);
    const { error } = await migrator.migrateToLatest();
    if (error) throw error instanceof Error ? error : new Error('The migration failed', { cause: error });
  });
}
