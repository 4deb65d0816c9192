import { hash } from 'node:crypto';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../startup-error.ts';

/** Linux allows 107 bytes for the path of a socket, macOS 103. A longer one would be cut off silently. */
export const MAX_SOCKET_PATH = 100;
/** Attempts against concurrently starting processes, 50 ms apart. */
const ATTEMPTS = 40;

export interface FolderLock {
  release: () => Promise<void>;
}

function listen(socketPath: string): Promise<Server | undefined> {
  const server = createServer((peer) => peer.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(socketPath, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** Whether a live process holds the socket. In doubt, true. */
function isHeld(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socketPath);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
    );
  });
}

const shortName = (text: string): string => hash('sha256', text).slice(0, 24);

/** An abstract socket name, held by the process that removes a stale socket. */
export const guardOf = (socketPath: string): string => `\0despacho-${shortName(socketPath)}`;

/**
 * Removes the socket of a dead process. Only one process may do so at a time, otherwise the second would remove the
 * socket that the first has just bound. The kernel releases the abstract name when its holder dies. Systems other than
 * Linux have no abstract names and run without this guard.
 */
async function removeStale(socketPath: string): Promise<void> {
  const guard = process.platform === 'linux' ? await listen(guardOf(socketPath)) : undefined;
  if (!guard && process.platform === 'linux') return;
  try {
    if (!(await isHeld(socketPath))) await rm(socketPath, { force: true });
  } finally {
    await guard?.[Symbol.asyncDispose]();
  }
}

/**
 * Locks a folder for this process. Uses a bound socket instead of a pid file: the kernel releases it however the
 * process ends, and in containers every pid is 1.
 * @throws StartupError if another process holds it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true });
  const beside = path.join(await realpath(folder), 'database.lock');
  const socketPath =
    Buffer.byteLength(beside) <= MAX_SOCKET_PATH ? beside : path.join(tmpdir(), `despacho-${shortName(beside)}.lock`);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const server = await listen(socketPath);
    if (server) return { release: () => server[Symbol.asyncDispose]() };
    if (await isHeld(socketPath)) break;
    await removeStale(socketPath);
    if (attempt > 0) await sleep(50);
  }
  throw new StartupError(
    `Another process is using the data folder ${folder}. Stop it first, or choose another DATA_DIR.`,
  );
}
