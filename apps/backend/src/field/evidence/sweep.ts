import { type RawBuilder, sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { readPages } from '#platform/database/read-pages.ts';
import { isDrawn } from './draw-demo-photo.ts';
import { type EvidenceStore, fileName, SIZES, type StoredFile } from './evidence-store.ts';
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

interface Photo {
  id: number;
  file: string;
}

/** A query for the photos after one, in the order in which a store lists their files. */
export function photosAfter(last: Photo | undefined, before: Date, page: number): RawBuilder<Photo> {
  // `~>~` compares the codes of characters, whatever the language of the database.
  const beyond =
    last === undefined
      ? sql`true`
      : sql`(file ~>=~ ${last.file} and (file ~>~ ${last.file} or id > ${last.id}::bigint))`;
  return sql`
    select id, file from evidence where ${beyond} and arrived_at < ${before}::timestamptz
    order by file using ~<~, id limit ${page}`;
}

/** All photos page by page. */
export const photosInStore = (db: Database, before: Date, page = PAGE) =>
  readPages<Photo>(page, async (last) => (await photosAfter(last, before, page).execute(db)).rows);

async function knownFiles(db: Database, files: readonly string[]): Promise<Set<string>> {
  if (files.length === 0) return new Set();
  const rows = await db.selectFrom('evidence').select('file').distinct().where('file', 'in', files).execute();
  return new Set(rows.map(({ file }) => file));
}

/** Files with the same base, which follow one another. @throws Error for a store that lists them in another order. */
async function* byBase(files: AsyncIterable<StoredFile>): AsyncGenerator<{ base: string; stored: StoredFile[] }> {
  let last = '';
  let group: { base: string; stored: StoredFile[] } | undefined;
  for await (const stored of files) {
    if (stored.name === STORE_ID) continue;
    if (stored.name < last) throw new Error('The store of photos does not list its files by name');
    last = stored.name;
    const base = baseOf(stored.name);
    if (group?.base === base) group.stored.push(stored);
    else {
      if (group) yield group;
      group = { base, stored: [stored] };
    }
  }
  if (group) yield group;
}

/**
 * Compares the store with the database, both by name, so that neither is held in memory.
 * @param remove also removes the files without a photo. Photos without a file are only reported.
 */
export async function sweepEvidence(
  db: Database,
  store: EvidenceStore,
  { now, remove }: { now: Date; remove: boolean },
): Promise<Sweep> {
  const settled = new Date(now.getTime() - SETTLED_MS);
  const sweep: Sweep = { photos: 0, files: 0, orphans: [], orphanBytes: 0, missing: [] };

  let candidates: StoredFile[] = [];
  const checkCandidates = async (): Promise<void> => {
    const known = await knownFiles(db, [...new Set(candidates.map(({ name }) => baseOf(name)))]);
    for (const { name, bytes } of candidates) {
      const base = baseOf(name);
      if (!name.includes('.tmp-') && (known.has(base) || isDrawn(base))) continue;
      sweep.orphans.push(name);
      sweep.orphanBytes += bytes;
      if (remove) await store.remove(name);
    }
    candidates = [];
  };

  // Photos that arrived after the listing began have files that it may lack.
  const photos = photosInStore(db, settled);
  const nextPhoto = async (): Promise<Photo | undefined> => {
    const next = await photos.next();
    return next.done === true ? undefined : next.value;
  };
  let photo = await nextPhoto();
  /** Compares the photos up to a base with its files. */
  const checkPhotos = async (base: string | undefined, names: ReadonlySet<string>): Promise<void> => {
    while (photo && (base === undefined || photo.file <= base)) {
      const { id, file } = photo;
      sweep.photos++;
      const isStored = file === base && SIZES.every((size) => names.has(fileName(file, size)));
      if (!isStored && !isDrawn(file)) sweep.missing.push(id);
      photo = await nextPhoto();
    }
  };

  for await (const { base, stored } of byBase(store.list())) {
    sweep.files += stored.length;
    await checkPhotos(base, new Set(stored.map(({ name }) => name)));
    candidates.push(...stored.filter(({ changedAt }) => changedAt < settled));
    if (candidates.length >= PAGE) await checkCandidates();
  }
  await checkPhotos(undefined, new Set());
  await checkCandidates();
  return sweep;
}
