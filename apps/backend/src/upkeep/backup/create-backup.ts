import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type DatabaseConfig } from '#platform/config.ts';
import { RELEASE } from '#platform/database/releases.ts';
import { createDiskStore } from '#field/evidence/disk-store.ts';
import { storeIdOf } from '#field/evidence/open-store.ts';
import { type InsightServices } from '#insight/services.ts';
import { withoutRemovals } from './backup-lease.ts';
import { copyPhotos, type Hashes, removeOthers } from './copy-photos.ts';
import { copyEmbedded, dumpServer } from './database-copies.ts';
import { DATABASE, HASHES, type NewManifest, PHOTOS, prepareFolder, readManifest, writeManifest } from './manifest.ts';
import { readHashes, writeHashes } from './photo-hashes.ts';

type Needed = Pick<InsightServices, 'db' | 'clock' | 'evidence'>;

/** @returns the hashes of an earlier backup's photos; an empty map if there is none, or its list was changed. */
const earlierHashes = async (folder: string): Promise<Hashes> => {
  const earlier = await readManifest(folder);
  return earlier ? readHashes(folder, earlier).catch(() => new Map()) : new Map();
};

/**
 * Backs up the database, and then the photos, while both are in use. Files are stored before their rows and no photo is
 * removed meanwhile, so every photo of the copied database has its files in the copy. A folder with an earlier backup is brought up to
 * date: only new photos are copied, and the earlier backup stays valid until the new one is complete.
 * @returns what was written, and the relations of other roles in our schema, which were left out.
 * @throws Refusal for an unusable folder, a full disk, or while another backup runs.
 */
export async function createBackup(
  { db, clock, evidence }: Needed,
  { databaseUrl, dataDir }: Pick<DatabaseConfig, 'databaseUrl' | 'dataDir'>,
  folder: string,
): Promise<NewManifest & { copied: number; left: string[] }> {
  const storeId = await storeIdOf(db);
  await prepareFolder(folder, storeId);
  const photos = createDiskStore(path.join(folder, PHOTOS));
  return withoutRemovals(db, async () => {
    const at = clock().toISOString();
    const stamp = at.replaceAll(/[:.]/g, '-');
    const name = `${DATABASE}${stamp}`;
    const list = `${HASHES}${stamp}`;
    const earlier = await earlierHashes(folder);
    const target = path.join(folder, name);
    const { rows, left } =
      databaseUrl === undefined
        ? { rows: await copyEmbedded(db, path.resolve(dataDir, 'database'), target), left: [] }
        : await dumpServer(databaseUrl, target);
    const { copied, hashes } = await copyPhotos(evidence, photos, earlier);
    const manifest: NewManifest = {
      format: 2,
      at,
      kind: databaseUrl === undefined ? 'embedded' : 'postgresql',
      storeId,
      migration: RELEASE.newest,
      release: RELEASE.version,
      database: name,
      rows,
      files: hashes.size,
      hashes: { file: list, sha256: await writeHashes(folder, list, hashes) },
    };
    await writeManifest(folder, manifest);
    // The earlier backup, which is now replaced, and photos that were removed since.
    for (const entry of await readdir(folder))
      if ((entry.startsWith(DATABASE) && entry !== name) || (entry.startsWith(HASHES) && entry !== list))
        await rm(path.join(folder, entry), { recursive: true });
    await removeOthers(photos, hashes);
    return { ...manifest, copied, left };
  });
}
