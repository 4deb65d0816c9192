import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';

/** In bytes: ten times the most that a test run used at a time. */
const ENOUGH = 4 * 1024 ** 3;

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ENOUGH;
  } catch {
    return false;
  }
}

/**
 * @returns a new folder for the temporary files of a test run, to be deleted by the caller. In memory if there is room:
 * creating thousands of files shortly after deleting others took a quarter of the system time of the tests on ext4.
 */
export function makeTestFolder(): string {
  const folder = mkdtempSync(join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'despacho-tests-'));
  // Open to other users as /tmp is: root starts PostgreSQL and nginx as one of them.
  chmodSync(folder, 0o1777);
  return folder;
}
