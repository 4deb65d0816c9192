import { randomUUID } from 'node:crypto';
import { type Dirent } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { checkName, type EvidenceStore, StoreFull } from './evidence-store.ts';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Full disk, quota, or the maximum size of a file. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Two characters per folder: a million files in one folder would be slow to list. */
const folderOf = (name: string): string => name.slice(0, 2);

/** The entries of a folder by name; none if there is no such folder. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return [];
    throw error;
  });
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Files in a folder. A file is complete as soon as its name exists: it is written under another name, synchronized,
 * renamed, and its folder is synchronized.
 */
export function createDiskStore(root: string): EvidenceStore {
  const folders = new Set<string>();
  const makeFolder = async (folder: string): Promise<void> => {
    if (folders.has(folder)) return;
    const created = await mkdir(folder, { recursive: true, mode: 0o700 });
    // The new folder's own entry must survive a power failure too.
    if (created !== undefined) await syncFolder(path.dirname(folder));
    folders.add(folder);
  };
  const pathOf = (name: string): string => path.join(root, folderOf(checkName(name)), name);
  return {
    place: root,
    put: async (name, bytes) => {
      const target = pathOf(name);
      const folder = path.dirname(target);
      // Left over after a crash, until the sweep removes it.
      const temporary = `${target}.tmp-${randomUUID()}`;
      try {
        await makeFolder(folder);
        const handle = await open(temporary, 'wx', 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(temporary, target);
        await syncFolder(folder);
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        if (FULL.has(codeOf(error) ?? '')) throw new StoreFull('No space left for photos', { cause: error });
        // The folder may have been removed since; the next attempt creates it again.
        folders.delete(folder);
        throw error;
      }
    },
    get: async (name) => {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove: async (name) => {
      await rm(pathOf(name), { force: true });
    },
    list: async function* () {
      for (const { name: folder } of await entriesOf(root)) {
        for (const entry of await entriesOf(path.join(root, folder))) {
          if (!entry.isFile() || folderOf(entry.name) !== folder) continue;
          const found = await stat(path.join(root, folder, entry.name)).catch((error: unknown) => {
            // Renamed or removed since the folder was read.
            if (codeOf(error) === 'ENOENT') return undefined;
            throw error;
          });
          if (found) yield { name: entry.name, bytes: found.size, changedAt: found.mtime };
        }
      }
    },
  };
}
