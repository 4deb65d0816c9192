import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { type DatabaseConfig } from '#platform/config.ts';
import { lockFolder } from '#platform/database/folder-lock.ts';
import { describeMismatch } from '#platform/database/migrate.ts';
import { BEFORE_BASELINE } from '#platform/database/releases.ts';
import { connect, type Database } from '#platform/database/open-database.ts';
import { PGliteClient } from '#platform/database/pglite-client.ts';
import { renewStates } from '#platform/database/renew-states.ts';
import { type Schema } from '#platform/database/schema.ts';
import { createDiskStore } from '#field/evidence/disk-store.ts';
import { type EvidenceStore } from '#field/evidence/evidence-store.ts';
import { createStore, pairStore } from '#field/evidence/open-store.ts';
import { sweepEvidence } from '#field/evidence/sweep.ts';
import { Refusal } from '#platform/refusal.ts';
import { BACKUP_UNTIL } from './backup-lease.ts';
import { copyPhotos, isEmptyStore, verifyPhotos } from './copy-photos.ts';
import { copyFolder, restoreServer } from './database-copies.ts';
import { countRows, type Manifest, PHOTOS, readManifest } from './manifest.ts';
import { readHashes } from './photo-hashes.ts';
import { refuseLinks } from './refuse-links.ts';

/** A place for a database: whether it is empty, how it is filled, and its connection afterwards. */
interface Place {
  what: string;
  isEmpty: () => Promise<boolean>;
  fill: (from: string) => Promise<void>;
  open: () => Promise<{ db: Database; close: () => Promise<void> }>;
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
      await copyFolder(from, temporary);
      await rm(folder, { recursive: true, force: true });
      await rename(temporary, folder);
    },
    open: async () => {
      const pglite = new PGliteClient(folder, () => undefined);
      await pglite.waitReady;
      return { db: new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) }), close: () => pglite.close() };
    },
  };
}

function serverPlace(databaseUrl: string): Place {
  const open = () => {
    const db = connect({ connectionString: databaseUrl, max: 1 });
    return Promise.resolve({ db, close: () => db.destroy() });
  };
  return {
    what: 'The database of DATABASE_URL',
    isEmpty: async () => {
      const { db, close } = await open();
      try {
        const { rows } = await sql`select from pg_tables where schemaname = current_schema() limit 1`.execute(db);
        return rows.length === 0;
      } finally {
        await close();
      }
    },
    fill: (from) => restoreServer(databaseUrl, from),
    open,
  };
}

/** @throws Refusal for a backup that this version or this configuration cannot restore. */
function checkUsable({ kind, migration, release }: Manifest, isServer: boolean): void {
  const mismatch = describeMismatch([migration], release);
  // A restored backup of the release before is carried over as its database is.
  if (mismatch && migration !== BEFORE_BASELINE.newest)
    throw new Refusal('conflict', `The backup cannot be restored with this release: ${mismatch}.`);
  if ((kind === 'postgresql') !== isServer)
    throw new Refusal(
      'conflict',
      `The backup is of ${kind === 'embedded' ? 'an embedded database: restore it without DATABASE_URL' : 'a PostgreSQL: set DATABASE_URL to an empty database'}.`,
    );
}

/** @throws Refusal naming what differs between the backup and what was restored. */
async function verify(db: Database, store: EvidenceStore, { rows, files }: Manifest): Promise<number[]> {
  const found = await countRows(db);
  if (!isDeepStrictEqual(found, rows)) {
    const tables = Object.keys({ ...rows, ...found }).filter((table) => rows[table] !== found[table]);
    throw new Refusal(
      'conflict',
      `The restored database differs from the backup in ${tables.join(', ')}. Do not use it.`,
    );
  }
  await pairStore(db, store);
  const sweep = await sweepEvidence(db, store, { now: new Date('9999-01-01'), remove: false });
  // One more, because the store's id is a file too.
  if (sweep.files + 1 !== files)
    throw new Refusal('conflict', `${sweep.files + 1} of ${files} files of photos were restored. Do not use them.`);
  return sweep.missing;
}

/**
 * Restores a backup into an empty place, and verifies it: rows by table, the number of files, the hash of each, the
 * store's id, and the files of every photo.
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
  // Even with a server's database: the service may keep its photos there.
  const lock = await lockFolder(dataDir);
  try {
    const place = databaseUrl === undefined ? folderPlace(dataDir) : serverPlace(databaseUrl);
    const store = createStore(config);
    if (!(await place.isEmpty())) throw new Refusal('conflict', `${place.what} is not empty`);
    if (!(await isEmptyStore(store))) throw new Refusal('conflict', `${store.place} is not empty`);
    await copyPhotos(createDiskStore(path.join(folder, PHOTOS)), store);
    await verifyPhotos(store, hashes);
    await place.fill(path.join(folder, manifest.database));
    const { db, close } = await place.open();
    try {
      const missing = await verify(db, store, manifest);
      // The release before had no states: its offices get them when the database is carried over.
      if (manifest.migration !== BEFORE_BASELINE.newest) await renewStates(db);
      // The lock of the backup that made this copy.
      await db.updateTable('meta').set({ value: '' }).where('key', '=', BACKUP_UNTIL).execute();
      return { manifest, missing };
    } finally {
      await close();
    }
  } finally {
    await lock.release();
  }
}
