import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from '../refusal.ts';

/**
 * A link in a backup would restore a file from elsewhere on this machine, such as a key, as a photo or as the database.
 * @throws Refusal invalid for a folder with a symbolic or hard link, or anything but files and folders.
 */
export async function refuseLinks(folder: string): Promise<void> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) continue;
    if (!entry.isFile() || (await lstat(file)).nlink > 1)
      throw new Refusal('invalid', `${file} is a link. Restore a copy of the backup without links.`);
  }
}
