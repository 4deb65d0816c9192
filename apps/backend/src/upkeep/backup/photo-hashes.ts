import { hash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { conflict } from '#platform/refusal.ts';
import { type Hashes } from './copy-photos.ts';
import { type Manifest } from './manifest.ts';

/**
 * Writes the hashes of all photos durably, in the format of `sha256sum`.
 * @returns the list's own hash, for the manifest.
 */
export async function writeHashes(folder: string, name: string, hashes: Hashes): Promise<string> {
  const text = [...hashes].map(([file, sha256]) => `${sha256}  ${file}\n`).join('');
  const handle = await open(path.join(folder, name), 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return hash('sha256', text);
}

/**
 * @returns the hashes of a backup's photos, by name.
 * @throws Refusal conflict if the list is missing or was changed.
 */
export async function readHashes(folder: string, manifest: Manifest): Promise<Hashes> {
  // Backups of an earlier version recorded the hashes of fifty files.
  if (manifest.format === 1) return new Map(Object.entries(manifest.sample));
  const text = await readFile(path.join(folder, manifest.hashes.file), 'utf8').catch(() => '');
  if (hash('sha256', text) !== manifest.hashes.sha256)
    throw conflict(`${manifest.hashes.file} of the backup is missing or was changed. Do not use it.`);
  return new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
}
