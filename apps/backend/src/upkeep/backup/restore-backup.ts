import { lstat, opendir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { type DatabaseConfig } from '#platform/config.ts';
import { lockFolder } from '#platform/database/folder-lock.ts';
import { describeMismatch } from '#platform/database/migrate.ts';
import { BEFORE_BASELINE } from '#platform/database/releases.ts';
import { connect, type Database } from '#platform/database/open-database.ts';
import { analyzeNew, findTable } from '#platform/database/own-tables.ts';
import { PGliteClient } from '#platform/database/pglite-client.ts';
import { renewStates } from '#platform/database/renew-states.ts';
import { type Schema } from '#platform/database/schema.ts';
import { createDiskStore } from '#field/evidence/disk-store.ts';
import { type EvidenceStore } from '#field/evidence/evidence-store.ts';
import { checkPair, createStore, RESTORING } from '#field/evidence/open-store.ts';
import { sweepEvidence } from '#field/evidence/sweep.ts';
import { conflict, invalid, Refusal } from '#platform/refusal.ts';
import { BACKUP_UNTIL } from './backup-lease.ts';
import { copyPhotos, isEmptyStore, verifyPhotos } from './copy-photos.ts';
import { copyFolder, readDump, restoreServer } from './database-copies.ts';
import { countRows, type Manifest, PHOTOS, readManifest } from './manifest.ts';
import { readHashes } from './photo-hashes.ts';

/**
 * Rejects a backup with links: one could restore any file of this machine, such as a key, as a photo.
 * @throws Refusal invalid for a folder with symbolic or hard links, or anything else but files and folders.
 */
async function refuseLinks(folder: string): Promise<void> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) continue;
    if (!entry.isFile() || (await lstat(file)).nlink > 1)
      throw invalid(`${file} is a link. Restore a copy of the backup without links.`);
  }
}

/** An open database. */
interface Opened {
  db: Database;
  close: () => Promise<void>;
}

/** A place for a database. */
interface Place {
  what: string;
  isEmpty: () => Promise<boolean>;
  /** Fills it, completely or not at all. @throws Refusal, before anything is written, if it cannot be. */
  fill: (from: string) => Promise<{ foreign: string[] }>;
  open: () => Promise<Opened>;
  /** Empties it again. The database of a server is left to the operator. */
  clear?: () => Promise<void>;
}

function folderPlace(dataDir: string): Place {
  const folder = path.resolve(dataDir, 'database');
  return {
    what: folder,
    isEmpty: async () => (await readdir(folder).catch(() => [])).length === 0,
    fill: async (from) => {
      // Complete as soon as its name exists.
      const temporary = `${folder}.restoring`;
      await rm(temporary, { recursive: true, force: true });
      try {
        await copyFolder(from, temporary);
      } catch (error) {
        await rm(temporary, { recursive: true, force: true });
        throw error;
      }
      await rm(folder, { recursive: true, force: true });
      await rename(temporary, folder);
      return { foreign: [] };
    },
    open: async () => {
      const pglite = new PGliteClient(folder, () => undefined);
      await pglite.waitReady;
      return { db: new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) }), close: () => pglite.close() };
    },
    clear: () => rm(folder, { recursive: true, force: true }),
  };
}

async function using<T>(open: () => Promise<Opened>, work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = await open();
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** @throws Refusal naming what the database of a server lacks for a dump. */
async function requireFit(db: Database, schema: string, extensions: readonly string[]): Promise<void> {
  const { rows } = await sql<{ schema: string | null; creates: boolean; lacking: string[] }>`
    select current_schema() as schema, coalesce(has_schema_privilege(current_schema(), 'create'), false) as creates,
      array(
        select wanted.name from unnest(${extensions}::text[]) as wanted (name)
        where not exists (select from pg_extension where extname = wanted.name) and not exists (
          select from pg_available_extension_versions as available
          where available.name = wanted.name and has_database_privilege(current_database(), 'create')
            and (trusted or (select rolsuper from pg_roles where rolname = current_user)))
      ) as lacking`.execute(db);
  const { schema: found = null, creates = false, lacking = [] } = rows[0] ?? {};
  const problem =
    found !== schema
      ? `its tables would be in the schema ${found ?? '(none)'} and those of the backup are in ${schema}: create that schema, and set it as search_path of the role`
      : !creates
        ? `its role may not create tables in the schema ${schema}`
        : lacking.length > 0
          ? `its role cannot create the extension ${lacking.join(', ')}: have a superuser create it there`
          : undefined;
  if (problem !== undefined) throw conflict(`The database of DATABASE_URL was not changed: ${problem}.`);
}

function serverPlace(databaseUrl: string): Place {
  const open = () => {
    const db = connect({ connectionString: databaseUrl, max: 1 });
    return Promise.resolve({ db, close: () => db.destroy() });
  };
  return {
    what: 'The database of DATABASE_URL',
    isEmpty: async () => (await using(open, findTable)) === undefined,
    fill: async (from) => {
      const contents = await readDump(from);
      await using(open, (db) => requireFit(db, contents.schema, contents.extensions));
      await restoreServer(databaseUrl, from, contents);
      return contents;
    },
    open,
  };
}

/** @throws Refusal for a backup that this version or this configuration cannot restore. */
function checkUsable({ kind, migration, release }: Manifest, isServer: boolean): void {
  const mismatch = describeMismatch([migration], release);
  // A restored backup of the release before is carried over as its database is.
  if (mismatch && migration !== BEFORE_BASELINE.newest)
    throw conflict(`The backup cannot be restored with this release: ${mismatch}.`);
  if ((kind === 'postgresql') !== isServer)
    throw conflict(
      `The backup is of ${kind === 'embedded' ? 'an embedded database: restore it without DATABASE_URL' : 'a PostgreSQL: set DATABASE_URL to an empty database'}.`,
    );
}

/** @throws Refusal naming tables that have other numbers of rows than the backup. */
async function verifyRows(db: Database, rows: Manifest['rows'], foreign: readonly string[]): Promise<void> {
  const found = await countRows(db);
  const tables = Object.keys({ ...rows, ...found }).filter(
    (table) => rows[table] !== found[table] && !(foreign.includes(table) && found[table] === undefined),
  );
  if (tables.length > 0)
    throw conflict(`The restored database differs from the backup in ${tables.join(', ')}. Do not use it.`);
}

/** @returns ids of photos without a file. @throws Refusal if files are missing. */
async function verifyFiles(db: Database, store: EvidenceStore, { files }: Manifest): Promise<number[]> {
  await checkPair(db, store);
  const sweep = await sweepEvidence(db, store, { now: new Date('9999-01-01'), remove: false });
  // One more, because the store's id is a file too.
  if (sweep.files + 1 !== files)
    throw conflict(`${sweep.files + 1} of ${files} files of photos were restored. Do not use them.`);
  return sweep.missing;
}

/** Value of the row `RESTORING`. */
const nameOf = ({ storeId, at }: Manifest): string => `${storeId} ${at}`;

/** @returns whether the place has a database into which the same backup was not completely restored. */
const isUnfinished = (place: Place, manifest: Manifest): Promise<boolean> =>
  using(place.open, async (db) => {
    const row = await db.selectFrom('meta').select('value').where('key', '=', RESTORING).executeTakeFirst();
    return row?.value === nameOf(manifest);
  }).catch(() => false);

/** Fills an empty place and verifies it. @throws Refusal that names what to delete, if the place is not as before. */
async function restoreDatabase(place: Place, manifest: Manifest, file: string): Promise<void> {
  const { foreign } = await place.fill(file);
  try {
    await using(place.open, async (db) => {
      await verifyRows(db, manifest.rows, foreign);
      await analyzeNew(db);
      await db
        .insertInto('meta')
        .values({ key: RESTORING, value: nameOf(manifest) })
        .execute();
    });
  } catch (error) {
    await place.clear?.();
    if (place.clear) throw error;
    throw withAdvice(error, `Delete it before you repeat the command: ${place.what}.`);
  }
}

/** @returns the error, with what the operator must do with the remains. */
const withAdvice = (error: unknown, advice: string): Refusal =>
  new Refusal(error instanceof Refusal ? error.kind : 'unavailable', `${(error as Error).message} ${advice}`);

/**
 * Restores a backup into an empty place, and verifies it: rows by table, the number of files, the hash of each, the
 * store's id, and the files of every photo. Everything of the backup is verified before anything is written; the photos
 * follow the database. A restore that fails between them is continued by the next one.
 * @returns the manifest, and ids of photos that had no file when the backup was made.
 * @throws Refusal if the place is not empty, or for a backup that is not complete or does not match.
 */
export async function restoreBackup(
  config: Pick<DatabaseConfig, 'databaseUrl' | 'dataDir' | 'bucket'>,
  folder: string,
): Promise<{ manifest: Manifest; missing: number[] }> {
  const manifest = await readManifest(folder);
  if (!manifest) throw new Refusal('not-found', `${folder} holds no complete backup`);
  await refuseLinks(folder);
  const hashes = await readHashes(folder, manifest);
  const { databaseUrl, dataDir } = config;
  checkUsable(manifest, databaseUrl !== undefined);
  const copies = createDiskStore(path.join(folder, PHOTOS));
  await verifyPhotos(copies, hashes);
  // Even with a server's database: the service may keep its photos there.
  const lock = await lockFolder(dataDir);
  try {
    const place = databaseUrl === undefined ? folderPlace(dataDir) : serverPlace(databaseUrl);
    const store = createStore(config);
    if (await place.isEmpty()) {
      if (!(await isEmptyStore(store))) throw conflict(`${store.place} is not empty`);
      await restoreDatabase(place, manifest, path.join(folder, manifest.database));
    } else if (!(await isUnfinished(place, manifest)))
      throw conflict(`${place.what} is not empty. If a restore was interrupted, delete it`);
    try {
      await copyPhotos(copies, store);
      await verifyPhotos(store, hashes);
      const missing = await using(place.open, async (db) => {
        const found = await verifyFiles(db, store, manifest);
        // The release before had no states: its offices get them when the database is carried over.
        if (manifest.migration !== BEFORE_BASELINE.newest) await renewStates(db);
        // The lock of the backup that made this copy.
        await db.updateTable('meta').set({ value: '' }).where('key', '=', BACKUP_UNTIL).execute();
        await db.deleteFrom('meta').where('key', '=', RESTORING).execute();
        return found;
      });
      return { manifest, missing };
    } catch (error) {
      throw withAdvice(
        error,
        `The database is restored, its photos are not complete. Repeat the command, which continues, or delete ${place.what.replace(/^The/, 'the')} and ${store.place}.`,
      );
    }
  } finally {
    await lock.release();
  }
}
