import { copyPhotos, isEmptyStore, verifyPhotos } from '../backup/copy-photos.ts';
import { type EvidenceStore } from '#field/evidence/evidence-store.ts';
import { STORE_ID } from '#field/evidence/open-store.ts';
import { conflict } from '#platform/refusal.ts';

const idIn = async (store: EvidenceStore): Promise<string | undefined> =>
  (await store.get(STORE_ID))?.toString().trim();

/**
 * Copies the photos of an embedded database from its folder to the bucket, if there is one. Repeating it after an
 * interruption copies the rest.
 * @param storeId that the database is paired with; undefined if it has never had photos.
 * @returns the store that has the photos, and the number of files copied.
 * @throws Refusal if the photos are in neither store, or the bucket has other contents.
 */
export async function movePhotos(
  folder: EvidenceStore,
  bucket: EvidenceStore | undefined,
  storeId: string | undefined,
): Promise<{ store: EvidenceStore; copied: number }> {
  const store = bucket ?? folder;
  if (storeId === undefined) return { store, copied: 0 };
  const there = await idIn(store);
  if (store === folder || (await idIn(folder)) !== storeId) {
    if (there === storeId) return { store, copied: 0 };
    throw conflict(
      `The photos of this database are not at ${store.place}. Set DATA_DIR and EVIDENCE_S3_* to where they are.`,
    );
  }
  if (there !== storeId && !(await isEmptyStore(store))) throw conflict(`${store.place} is not empty`);
  // First, so that a repetition recognizes the bucket.
  await store.put(STORE_ID, Buffer.from(`${storeId}\n`));
  const { copied, hashes } = await copyPhotos(folder, store);
  await verifyPhotos(store, hashes);
  return { store, copied };
}
