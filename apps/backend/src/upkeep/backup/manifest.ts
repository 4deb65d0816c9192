import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import * as z from 'zod';
import { type Database } from '#platform/database/open-database.ts';
import { ownTables } from '#platform/database/own-tables.ts';
import { conflict, invalid } from '#platform/refusal.ts';

const common = {
  at: z.iso.datetime(),
  kind: z.enum(['embedded', 'postgresql']),
  /** The id that pairs the database with its photos. */
  storeId: z.string(),
  /** Name of the newest migration. */
  migration: z.string(),
  /** The release that made it; backups of 0.9.0 and older do not name theirs. */
  release: z.string().optional(),
  /** Folder or file of the database, in the backup's folder. A path would restore files from outside the backup. */
  database: z.string().regex(/^database-[\w-]+$/),
  /** Number of rows by table. */
  rows: z.record(z.string(), z.int()),
  /** Number of files of photos. */
  files: z.int(),
};

/** What a backup contains. Written last: a folder without it holds no complete backup. */
const manifest = z.discriminatedUnion('format', [
  z.object({
    ...common,
    format: z.literal(1),
    /** SHA-256 of some of the photos' files, by name. */
    sample: z.record(z.string(), z.string()),
  }),
  z.object({
    ...common,
    format: z.literal(2),
    /** Name of the list of all photo files with their SHA-256, and the SHA-256 of that list. */
    hashes: z.object({ file: z.string().regex(/^hashes-[\w-]+$/), sha256: z.string() }),
  }),
]);

export type Manifest = z.infer<typeof manifest>;

/** A manifest in the current format. */
export type NewManifest = Extract<Manifest, { format: 2 }>;

const FILE = 'backup.json';

export const PHOTOS = 'photos';

/** What the name of a copy of the database starts with. */
export const DATABASE = 'database-';

/** Prefix of the name of a list of hashes. */
export const HASHES = 'hashes-';

/** @returns the manifest of a folder; undefined if it has none. @throws Refusal for an unknown one. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  let text: string;
  try {
    text = await readFile(path.join(folder, FILE), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const parsed = manifest.safeParse(JSON.parse(text));
  if (!parsed.success) throw invalid(`${folder} holds a backup of an unknown format`);
  return parsed.data;
}

/** Writes the manifest durably. Its name exists only when it is complete. */
export async function writeManifest(folder: string, content: NewManifest): Promise<void> {
  const target = path.join(folder, FILE);
  const handle = await open(`${target}.new`, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(content, undefined, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${target}.new`, target);
}

/**
 * Creates the folder of a backup, or finds an earlier one of the same database.
 * @throws Refusal conflict for a folder that holds anything else.
 */
export async function prepareFolder(folder: string, storeId: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const earlier = await readManifest(folder);
  if (earlier && earlier.storeId !== storeId) throw conflict(`${folder} holds a backup of another database`);
  // Left by a backup that was interrupted.
  const ours = (name: string): boolean => [PHOTOS, DATABASE, HASHES, FILE].some((start) => name.startsWith(start));
  if (!(await readdir(folder)).every(ours))
    throw conflict(`${folder} is not empty and holds no backup; choose another folder`);
}

/** Number of rows of each of our tables. */
export async function countRows(db: Database): Promise<Manifest['rows']> {
  const rows: Manifest['rows'] = {};
  for (const name of await ownTables(db)) {
    const counted = await sql<{ count: number }>`
      select count(*)::float8 as count from ${sql.table(name)}`.execute(db);
    rows[name] = counted.rows[0]?.count ?? 0;
  }
  return rows;
}
