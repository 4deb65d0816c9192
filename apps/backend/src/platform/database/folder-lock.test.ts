import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FolderLock, guardOf, lockFolder } from './folder-lock.ts';

const PROGRAM = `
  const { lockFolder } = await import(${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)});
  await lockFolder(process.argv[1]);
  process.stdout.write('locked');
  setInterval(() => {}, 1000);
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'despacho-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Another process that holds the lock. */
async function holder() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: Awaited<ReturnType<typeof holder>>): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

describe('the lock of the data folder', () => {
  it('is exclusive, under any path of the same folder', async () => {
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(/Another process is using the data folder/);
    await symlink(folder, `${folder}-link`);
    await expect(lockFolder(`${folder}-link`)).rejects.toThrow(/Another process/);
    await rm(`${folder}-link`);
    await lock.release();
    await (await lockFolder(folder)).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('excludes another process, and is released as soon as its holder is killed', async () => {
    const child = await holder();
    await expect(lockFolder(folder)).rejects.toThrow(/Another process/);
    await kill(child);
    // Confirms that the killed process left its socket behind.
    expect(await readdir(folder)).toEqual(['database.lock']);
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(/Another process/);
    await lock.release();
  });

  it('goes to exactly one of many processes that find a stale socket', async () => {
    for (let round = 0; round < 3; round++) {
      await kill(await holder());
      const tries = await Promise.allSettled(Array.from({ length: 12 }, () => lockFolder(folder)));
      const won = tries.filter((each): each is PromiseFulfilledResult<FolderLock> => each.status === 'fulfilled');
      expect(won).toHaveLength(1);
      await expect(lockFolder(folder)).rejects.toThrow(/Another process/);
      await won[0]?.value.release();
    }
  });

  it.skipIf(process.platform !== 'linux')('removes a stale socket only while no other process does', async () => {
    await kill(await holder());
    const left = path.join(await realpath(folder), 'database.lock');
    const guard = createServer().listen(guardOf(left));
    await once(guard, 'listening');
    let locked = false;
    const locking = lockFolder(folder).finally(() => (locked = true));
    // waits: nothing shows that it waits for the guard, a socket of the system.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(locked).toBe(false);
    guard.close();
    await (await locking).release();
  });

  it('works with a path too long for a socket', async () => {
    const deep = path.join(folder, 'a-rather-long-name'.repeat(4), 'and-another-one'.repeat(4));
    await mkdir(deep, { recursive: true });
    const lock = await lockFolder(deep);
    await expect(lockFolder(deep)).rejects.toThrow(/Another process/);
    const other = path.join(folder, 'a-rather-long-name'.repeat(4), 'and-another-two'.repeat(4));
    await (await lockFolder(other)).release();
    await lock.release();
  });
});
