import { type Database } from '../database/open-database.ts';
import { readPages } from '../database/read-pages.ts';
import { isDrawn } from './draw-demo-photo.ts';
import { type EvidenceStore, fileName, SIZES } from './evidence-store.ts';
import { STORE_ID } from './open-store.ts';

/** Younger files may belong to an upload whose row is still being written. */
const SETTLED_MS = 60 * 60_000;
/** Rows per query. */
const PAGE = 1000;

/** What does not match between the database and the store. */
export interface Sweep {
  photos: number;
  files: number;
  /** Names of files that belong to no photo, and their total size. */
  orphans: string[];
  orphanBytes: number;
  /** Ids of photos of which a file is missing. */
  missing: number[];
}

/** The photo that a file belongs to: its name without size, ending and the mark of an unfinished write. */
const baseOf = (name: string): string => name.replace(/(-mini\.webp|-media\.webp|\.jpg)?(\.tmp-[\w-]+)?$/, '');

/** All photos page by page, in the order of their ids. */
const photosOf = (db: Database, before: Date) =>
  readPages(PAGE, (last?: { id: number }) =>
    db
      .selectFrom('evidence')
      .select(['id', 'file'])
      .where('id', '>', last?.id ?? 0)
      .where('arrived_at', '<', before)
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  );

async function knownFiles(db: Database, files: readonly string[]): Promise<Set<string>> {
  if (files.length === 0) return new Set();
  const rows = await db.selectFrom('evidence').select('file').distinct().where('file', 'in', files).execute();
  return new Set(rows.map(({ file }) => file));
}

/**
 * Compares the store with the database. Holds the names of all files in memory, about 150 bytes each.
 * @param remove also removes the files without a photo. Photos without a file are only reported.
 */
export async function sweepEvidence(
  db: Database,
  store: EvidenceStore,
  { now, remove }: { now: Date; remove: boolean },
): Promise<Sweep> {
  const settled = new Date(now.getTime() - SETTLED_MS);
  const names = new Set<string>();
  const candidates: { name: string; bytes: number }[] = [];
  for await (const { name, bytes, changedAt } of store.list()) {
    if (name === STORE_ID) continue;
    names.add(name);
    if (changedAt < settled) candidates.push({ name, bytes });
  }
  const sweep: Sweep = { photos: 0, files: names.size, orphans: [], orphanBytes: 0, missing: [] };
  // Photos that arrived after the listing began have files that it may lack.
  for await (const { id, file } of photosOf(db, settled)) {
    sweep.photos++;
    if (!isDrawn(file) && SIZES.some((size) => !names.has(fileName(file, size)))) sweep.missing.push(id);
  }
  for (let at = 0; at < candidates.length; at += PAGE) {
    const page = candidates.slice(at, at + PAGE);
    const known = await knownFiles(db, [...new Set(page.map(({ name }) => baseOf(name)))]);
    for (const { name, bytes } of page) {
      const base = baseOf(name);
      const isUnfinished = name.includes('.tmp-');
      if (!isUnfinished && (known.has(base) || isDrawn(base))) continue;
      sweep.orphans.push(name);
      sweep.orphanBytes += bytes;
      if (remove) await store.remove(name);
    }
  }
  return sweep;
}
