import { hash } from 'node:crypto';
import { type EvidenceStore, type StoredFile, StoreFull } from '#field/evidence/evidence-store.ts';
import { conflict, Refusal } from '#platform/refusal.ts';

/** Files copied concurrently. */
const AT_ONCE = 8;

/** SHA-256 of files, by name. */
export type Hashes = ReadonlyMap<string, string>;

/** All complete files of a store, with their sizes. */
async function filesOf(store: EvidenceStore): Promise<Map<string, number>> {
  const files = new Map<string, number>();
  for await (const { name, bytes } of store.list()) if (!name.includes('.tmp-')) files.set(name, bytes);
  return files;
}

/** Whether a store has no file at all. */
export async function isEmptyStore(store: EvidenceStore): Promise<boolean> {
  const { done } = await store.list()[Symbol.asyncIterator]().next();
  return done === true;
}

/** Runs `work` for each name, a few at a time. @throws the first error. */
async function forEach(names: readonly string[], work: (name: string) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    for (let name = names[next++]; name !== undefined; name = names[next++]) await work(name);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/**
 * Copies the files that the other store lacks; files never change. A file that is removed during the copy belongs to no
 * photo.
 * @param known hashes of files that were copied earlier, which are not read again.
 * @returns how many were copied, and the hashes of all files. @throws Refusal unavailable if there is no space left.
 */
export async function copyPhotos(
  from: EvidenceStore,
  to: EvidenceStore,
  known: Hashes = new Map(),
): Promise<{ copied: number; hashes: Hashes }> {
  const there = await filesOf(to);
  const hashes = new Map<string, string>();
  let copied = 0;
  const copy = async (name: string, isThere: boolean): Promise<void> => {
    const earlier = isThere ? known.get(name) : undefined;
    const bytes = earlier === undefined ? await from.get(name) : undefined;
    const sha256 = earlier ?? (bytes && hash('sha256', bytes));
    if (sha256 === undefined) return;
    hashes.set(name, sha256);
    if (isThere || !bytes) return;
    await to.put(name, bytes);
    copied++;
  };
  const files = await filesOf(from);
  try {
    await forEach([...files.keys()], (name) => copy(name, there.get(name) === files.get(name)));
  } catch (error) {
    if (error instanceof StoreFull) throw new Refusal('unavailable', `No space left at ${to.place}`);
    throw error;
  }
  return { copied, hashes };
}

/** Removes the files of a copy that are no longer part of it, such as purged photos. */
export async function removeOthers(copy: EvidenceStore, hashes: Hashes): Promise<void> {
  const found: StoredFile[] = [];
  for await (const file of copy.list()) found.push(file);
  for (const { name } of found) if (!hashes.has(name)) await copy.remove(name);
}

/** Reads every file of a backup or of a restored store. @throws Refusal conflict with the name of one that is missing or differs. */
export async function verifyPhotos(store: EvidenceStore, hashes: Hashes): Promise<void> {
  await forEach([...hashes.keys()], async (name) => {
    const bytes = await store.get(name);
    if (!bytes || hash('sha256', bytes) !== hashes.get(name))
      throw conflict(`At ${store.place} the file ${name} differs from the backup's list. Do not use it.`);
  });
}
