import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { BACKUP_UNTIL } from '../backup/backup-lease.ts';
import { type DatabaseConfig } from '#platform/config.ts';
import { lockFolder } from '#platform/database/folder-lock.ts';
import {
  appliedMigrations,
  describeMismatch,
  storedRelease,
  lockMigrations,
  migrateWithin,
} from '#platform/database/migrate.ts';
import { RELEASE } from '#platform/database/releases.ts';
import { connect, type Database } from '#platform/database/open-database.ts';
import { findTable } from '#platform/database/own-tables.ts';
import { PGliteClient } from '#platform/database/pglite-client.ts';
import { renewStates } from '#platform/database/renew-states.ts';
import { type Schema } from '#platform/database/schema.ts';
import { createDiskStore } from '#field/evidence/disk-store.ts';
import { createStore, findStoreId } from '#field/evidence/open-store.ts';
import { sweepEvidence } from '#field/evidence/sweep.ts';
import { conflict, invalid, Refusal } from '#platform/refusal.ts';
import { compareTables } from './compare-tables.ts';
import { copyIndexes, copyPartitions, copySequences, dropIndexes } from './copy-definitions.ts';
import { copyTable } from './copy-table.ts';
import { movePhotos } from './move-photos.ts';
import { listTables, type Table } from './table-list.ts';

/** The number of moved rows and files. */
interface Moved {
  /** Number of rows by table. */
  rows: Record<string, number>;
  /** Files of photos copied to a bucket. */
  copied: number;
  /** Ids of photos of which a file is missing, as before. */
  missing: number[];
}

/** @throws Refusal for a database of an earlier or later version. */
async function checkVersion(db: Database): Promise<void> {
  const applied = await appliedMigrations(db);
  const mismatch = describeMismatch(applied, await storedRelease(db));
  if (mismatch === undefined && applied.at(-1) === RELEASE.newest) return;
  throw conflict(
    `The database of DATA_DIR cannot be moved with this release: ${mismatch ? `${mismatch}, without DATABASE_URL` : 'start it once without DATABASE_URL, which updates the database, and stop it'}.`,
  );
}

/** The same text for the same time on both sides. */
const setStyle = (trx: Database) =>
  sql`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true), set_config('intervalstyle', 'postgres', true)`.execute(
    trx,
  );

const setTriggers = async (to: Database, tables: readonly Table[], on: 'enable' | 'disable'): Promise<void> => {
  for (const { name } of tables) await sql`alter table ${sql.table(name)} ${sql.raw(on)} trigger user`.execute(to);
};

/** @throws Refusal unless the schema has no tables of this role. */
async function requireEmpty(to: Database): Promise<void> {
  const table = await findTable(to);
  if (table !== undefined) throw conflict(`The database of DATABASE_URL is not empty: it has the table ${table}`);
}

/** Fills an empty server database, in one transaction. */
async function fill(from: Database, to: Database): Promise<Record<string, number>> {
  // A service that starts meanwhile waits until the copy is complete.
  await lockMigrations(to);
  await requireEmpty(to);
  await migrateWithin(to);
  await setStyle(to);
  const tables = await listTables(from);
  if (!isDeepStrictEqual(await listTables(to), tables))
    throw conflict('The tables of DATA_DIR are not those of this version. Nothing was changed.');
  await copyPartitions(from, to);
  // The copy includes what they would add: tallies, and sequences.
  await setTriggers(to, tables, 'disable');
  await dropIndexes(to);
  // Rows that migrations insert.
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(to);
  for (const table of tables) await copyTable(from, to, table);
  await copyIndexes(from, to);
  await setTriggers(to, tables, 'enable');
  await copySequences(from, to);
  const counts = await compareTables(from, to, tables);
  await renewStates(to);
  // Left by a backup that was killed.
  await to.updateTable('meta').set({ value: '' }).where('key', '=', BACKUP_UNTIL).execute();
  return counts;
}

/** @returns the embedded database's folder below `dataDir`. @throws Refusal not-found if there is no database. */
export async function requireFolder(dataDir: string): Promise<string> {
  const folder = path.resolve(dataDir, 'database');
  if (await stat(path.join(folder, 'PG_VERSION')).catch(() => undefined)) return folder;
  throw new Refusal(
    'not-found',
    `${folder} holds no embedded database. Set DATA_DIR to the folder that the service used.`,
  );
}

/** Does work with the embedded database of a folder, which no service may use meanwhile. */
async function withFolder<T>(dataDir: string, work: (from: Database) => Promise<T>): Promise<T> {
  const folder = await requireFolder(dataDir);
  const lock = await lockFolder(dataDir);
  const pglite = new PGliteClient(folder, () => undefined);
  try {
    await pglite.waitReady;
    return await work(new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) }));
  } finally {
    await pglite.close();
    await lock.release();
  }
}

/**
 * Copies the embedded database of `dataDir` into the empty server database, completely or not at all, and its photos to
 * the bucket if there is one. Compares all rows of all tables at the end. The folder stays as it is.
 * @throws Refusal naming what to do: without a server, without or with a used folder, for other versions, a database or a
 * bucket that is not empty, or a difference. StartupError if a service uses the folder.
 */
export async function moveDatabase({
  databaseUrl,
  dataDir,
  bucket,
}: Pick<DatabaseConfig, 'databaseUrl' | 'dataDir' | 'bucket'>): Promise<Moved> {
  if (databaseUrl === undefined)
    throw invalid('Set DATABASE_URL to an empty PostgreSQL database, which receives the data of DATA_DIR.');
  return withFolder(dataDir, async (source) => {
    await checkVersion(source);
    // One connection, without time limits.
    const server = connect({ connectionString: databaseUrl, max: 1 });
    try {
      await requireEmpty(server);
      const { store, copied } = await movePhotos(
        createDiskStore(path.resolve(dataDir, 'evidence')),
        bucket && createStore({ dataDir, bucket }),
        await findStoreId(source),
      );
      const rows = await source.transaction().execute(async (from) => {
        await setStyle(from);
        return server.transaction().execute((to) => fill(from, to));
      });
      await sql`analyze`.execute(server);
      const { missing } = await sweepEvidence(server, store, { now: new Date('9999-01-01'), remove: false });
      return { rows, copied, missing };
    } finally {
      await server.destroy();
    }
  });
}
