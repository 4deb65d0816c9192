import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { MAX_SOCKET_PATH } from '#platform/database/folder-lock.ts';
import { PasswordRefusal } from '#people/passwords/check-password.ts';
import { Refusal } from '#platform/refusal.ts';
import { StartupError } from '#platform/startup-error.ts';
import { type Services } from '../services.ts';
import { commandOf } from './commands.ts';

/*
 * Administrative commands for a running service. It holds the lock on the embedded database's folder, so it must carry
 * them out itself. It listens on a Unix socket in that folder, accessible only to the service's user and root, who
 * could read the database anyway. Each side sends one JSON document and then closes its half of the connection.
 */

interface Given {
  name: string;
  options: Record<string, string | undefined>;
  password: string;
}

type Outcome = { done: string } | { refused: string };

/** Milliseconds in which a peer must have sent its command. */
const PEER_TIMEOUT_MS = 30_000;

/** Only the owner may read and write. */
const OWNER_ONLY = 0o177;

/** @returns the path of a data folder's socket, or undefined if it is too long for a socket. */
function socketOf(dataDir: string): string | undefined {
  const socketPath = path.resolve(dataDir, 'admin.sock');
  return Buffer.byteLength(socketPath) <= MAX_SOCKET_PATH ? socketPath : undefined;
}

async function carryOut({ name, options, password }: Given, services: Services): Promise<Outcome> {
  const { db, logger } = services;
  const command = commandOf(name);
  if (!command) return { refused: `The running service has no command "${name}". Is it an older version?` };
  const { office, id, username, operation, company } = options;
  const what = { command: name, office: office ?? id, username, operation, company };
  const given = (option: string): string => options[option] ?? '';
  try {
    const done = await (command.runWith?.(services, given) ?? command.run?.(db, given, password, logger));
    if (done === undefined) return { refused: 'Stop the service first.' };
    logger.info(what, 'administrative command');
    return { done };
  } catch (error) {
    if (error instanceof PasswordRefusal) return { refused: error.english };
    if (error instanceof Refusal) return { refused: error.message };
    logger.error({ ...what, err: error }, 'administrative command failed');
    return { refused: 'The command failed. The log of the service says why.' };
  }
}

/**
 * Accepts administrative commands in the running service. The caller must hold the folder's lock.
 * @returns a function that stops it. If the path is unusable, it logs this and does not listen.
 */
export async function serveCommands(dataDir: string, services: Services): Promise<() => Promise<void>> {
  const socketPath = socketOf(dataDir);
  if (socketPath === undefined) {
    services.logger.warn(
      'DATA_DIR is too long a path for a socket: administrative commands need the service to be stopped',
    );
    return () => Promise.resolve();
  }
  const answer = async (peer: Socket): Promise<void> => {
    try {
      const given = (await json(peer)) as Given;
      // Some commands take minutes.
      peer.setTimeout(0);
      peer.end(JSON.stringify(await carryOut(given, services)));
    } catch {
      // The peer disconnected or sent no command.
      peer.destroy();
    }
  };
  const peers = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (peer) => {
    peers.add(peer.once('close', () => peers.delete(peer)));
    peer.setTimeout(PEER_TIMEOUT_MS, () => peer.destroy());
    void answer(peer);
  });
  // Left by a killed process. Only the holder of the folder's lock may listen, so removing it is safe.
  await rm(socketPath, { force: true });
  // The umask gives the socket its final permissions at creation; a later chmod would leave a gap.
  const before = process.umask(OWNER_ONLY);
  try {
    server.listen(socketPath);
  } finally {
    process.umask(before);
  }
  await once(server, 'listening');
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      // A peer that has not sent a complete command would keep the service from stopping.
      for (const peer of peers) if (!peer.readableEnded) peer.destroy();
    });
}

/**
 * Sends a command to the service that runs on a data folder.
 * @returns the text for the operator, or undefined if no service runs there.
 * @throws StartupError with the message of a refusal.
 */
export async function askService(dataDir: string, given: Given): Promise<string | undefined> {
  const socketPath = socketOf(dataDir);
  if (socketPath === undefined) return undefined;
  const peer = connect({ path: socketPath, allowHalfOpen: true });
  try {
    await once(peer, 'connect');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    throw new StartupError(
      `The running service cannot be reached over ${socketPath} (${code ?? ''}). Run the command as the same user.`,
    );
  }
  peer.end(JSON.stringify(given));
  let outcome: Outcome;
  try {
    outcome = (await json(peer)) as Outcome;
  } catch {
    throw new StartupError('The running service ended before it answered. Look whether the command was carried out.');
  }
  if ('refused' in outcome) throw new StartupError(outcome.refused);
  return outcome.done;
}
