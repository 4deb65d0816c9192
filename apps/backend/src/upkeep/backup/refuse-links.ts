import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';
import { invalid } from '#platform/refusal.ts';

/**
 * Rejects a backup with links: one could restore any file of this machine, such as a key, as a photo.
 * @throws Refusal invalid for a folder with symbolic or hard links, or anything else but files and folders.
 */
export async function refuseLinks(folder: string): Promise<void> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) continue;
    if (!entry.isFile() || (await lstat(file)).nlink > 1)
      throw invalid(`${file} is a link. Restore a copy of the backup without links.`);
  }
}
