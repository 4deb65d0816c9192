import { statfs } from 'node:fs/promises';
import { DatabaseUnavailable } from './database-error.ts';

/**
 * Free space below which a data folder counts as full, in bytes: four segments of PostgreSQL's log, so that what is
 * being written can be completed.
 */
export const LEAST_FREE_BYTES = 64 * 1024 * 1024;

const MEGABYTE = 1024 * 1024;

/** @throws DatabaseUnavailable full for a folder on a disk without space for further changes. */
export async function checkFolder(folder: string, least = LEAST_FREE_BYTES): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < least)
    throw new DatabaseUnavailable(
      'full',
      new Error(`${folder} has ${Math.floor(free / MEGABYTE)} MB left; ${Math.ceil(least / MEGABYTE)} MB are required`),
    );
}
