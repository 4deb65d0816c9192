import { statfs } from 'node:fs/promises';
import { DatabaseUnavailable } from './database-error.ts';

/**
 * Free space in bytes below which a data folder counts as full: four segments of PostgreSQL's log, so that writes in
 * progress can be completed.
 */
export const LEAST_FREE_BYTES = 64 * 1024 * 1024;

const MEGABYTE = 1024 * 1024;

/** @throws DatabaseUnavailable full if the disk of a folder has less than `least` bytes free. */
export async function checkFolder(folder: string, least = LEAST_FREE_BYTES): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < least)
    throw new DatabaseUnavailable(
      'full',
      new Error(`${folder} has ${Math.floor(free / MEGABYTE)} MB left; ${Math.ceil(least / MEGABYTE)} MB are required`),
    );
}
