import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type Bucket } from '#platform/config.ts';
import { type Database } from '#platform/database/open-database.ts';
import { StartupError } from '#platform/startup-error.ts';
import { createDiskStore } from './disk-store.ts';
import { type EvidenceStore } from './evidence-store.ts';
import { createS3Store } from './s3-store.ts';

/** A file of the store that names it; the same text is in the database. */
export const STORE_ID = 'store-id';

const META_KEY = 'evidence_store';

/** @returns the store of the configuration, unchecked. */
export const createStore = ({ dataDir, bucket }: { dataDir: string; bucket: Bucket | undefined }): EvidenceStore =>
  bucket ? createS3Store(bucket) : createDiskStore(path.resolve(dataDir, 'evidence'));

/** @returns the id of the store that the database is paired with; undefined before the first start. */
export async function findStoreId(db: Database): Promise<string | undefined> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', META_KEY).executeTakeFirst();
  return row?.value;
}

/** @returns the same. @throws Error before the first start. */
export async function storeIdOf(db: Database): Promise<string> {
  const id = await findStoreId(db);
  if (id === undefined) throw new Error('The database is not paired with a store of photos');
  return id;
}

const unusable =
  (store: EvidenceStore) =>
  (error: unknown): never => {
    throw new StartupError(`The store of photos at ${store.place} cannot be used: ${(error as Error).message}`);
  };

const readMarker = async (store: EvidenceStore): Promise<string | undefined> =>
  (await store.get(STORE_ID).catch(unusable(store)))?.toString().trim();

/** Row of `meta` while a backup is being restored: which one. */
export const RESTORING = 'restoring';

/** @throws StartupError if the store cannot be used, or belongs to another database. */
export async function checkPair(db: Database, store: EvidenceStore): Promise<void> {
  const value = await storeIdOf(db);
  if ((await readMarker(store)) === value) return;
  throw new StartupError(
    `The photos of this database are not at ${store.place}. All processes of one database must share the folder DATA_DIR/evidence, or use EVIDENCE_S3_*. If the photos were moved or lost, write the text ${value} there as ${STORE_ID.slice(0, 2)}/${STORE_ID}, in a bucket as ${STORE_ID}.`,
  );
}

/**
 * Checks that the store is the one of the database: that all processes share one disk, that the volume is mounted, that
 * the bucket is the right one. The first start pairs them.
 * @throws StartupError if the store cannot be used, belongs to another database, or is being restored.
 */
export async function pairStore(db: Database, store: EvidenceStore): Promise<void> {
  if (await db.selectFrom('meta').select('key').where('key', '=', RESTORING).executeTakeFirst())
    throw new StartupError(
      'A backup was not completely restored into this database: repeat the command "backup restore", which continues.',
    );
  // In one transaction: another process that starts waits here until the marker is written.
  await db.transaction().execute(async (trx) => {
    const value = randomUUID();
    const first = await trx
      .insertInto('meta')
      .values({ key: META_KEY, value })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('value')
      .executeTakeFirst();
    if (!first) return;
    const found = await readMarker(store);
    if (found === undefined) await store.put(STORE_ID, Buffer.from(`${value}\n`)).catch(unusable(store));
    else await trx.updateTable('meta').set({ value: found }).where('key', '=', META_KEY).execute();
  });
  await checkPair(db, store);
}
