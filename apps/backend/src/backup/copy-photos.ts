import { hash } from 'node:crypto';
import { type EvidenceStore, type StoredFile, StoreFull } from '../evidence/evidence-store.ts';
import { Refusal } from '../refusal.ts';

/** Files copied concurrently. */
const AT_ONCE = 8;
/** Files whose hash is recorded. */
const SAMPLE = 50;

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

/**
 * Copies the files that the other store lacks; files never change. A file that is removed during the copy belongs to no
 * photo.
 * @returns how many were copied. @throws Refusal unavailable without space.
 */
export async function copyPhotos(from: EvidenceStore, to: EvidenceStore): Promise<number> {
  const there = await filesOf(to);
  const missing = [...(await filesOf(from))].filter(([name, bytes]) => there.get(name) !== bytes).map(([name]) => name);
  let next = 0;
  let copied = 0;
  const work = async (): Promise<void> => {
    for (let name = missing[next++]; name !== undefined; name = missing[next++]) {
      const bytes = await from.get(name);
      if (!bytes) continue;
      await to.put(name, bytes);
      copied++;
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch (error) {
    if (error instanceof StoreFull) throw new Refusal('unavailable', `No space left at ${to.place}`);
    throw error;
  }
  return copied;
}

/** Removes the files of a copy that the store no longer has, such as photos that were purged. */
export async function removeOthers(store: EvidenceStore, copy: EvidenceStore): Promise<void> {
  const kept = await filesOf(store);
  const found: StoredFile[] = [];
  for await (const file of copy.list()) found.push(file);
  for (const { name } of found) if (!kept.has(name)) await copy.remove(name);
}

export async function hashOf(store: EvidenceStore, name: string): Promise<string | undefined> {
  const bytes = await store.get(name);
  return bytes && hash('sha256', bytes);
}

/** SHA-256 of some files of a store, spread over all. */
export async function sampleOf(store: EvidenceStore): Promise<{ files: number; sample: Record<string, string> }> {
  const names = [...(await filesOf(store)).keys()].toSorted();
  const step = Math.max(1, Math.ceil(names.length / SAMPLE));
  const sample: Record<string, string> = {};
  for (let at = 0; at < names.length; at += step) {
    const name = names[at] ?? '';
    sample[name] = (await hashOf(store, name)) ?? '';
  }
  return { files: names.length, sample };
}
