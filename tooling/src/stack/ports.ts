import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

/**
 * Below the ports that Linux gives to outgoing connections (from 32,768), so that none of them takes a free port before
 * its service listens.
 */
const RANGE = [20_000, 32_768] as const;

const TRIES = 50;

/** @returns whether nothing listens on `port` of the loopback. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1' }, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

/**
 * Connects to a port of the loopback, sends a text and reads until the other side closes.
 * @returns the answer; undefined if nothing accepts the connection.
 */
export function askPort(port: number, text: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer: string | undefined;
    const socket = connect(port, '127.0.0.1', () => {
      answer = '';
      socket.end(text);
    });
    socket
      .on('data', (data: Buffer) => (answer = (answer ?? '') + data.toString()))
      .on('error', () => undefined)
      .once('close', () => resolve(answer));
  });
}

/** @returns whether a port of the loopback accepts connections. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}

/** @returns `preferred` if it is free, otherwise any free port of the loopback. */
export async function freePort(preferred = randomInt(...RANGE)): Promise<number> {
  let port = preferred;
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await isFree(port)) return port;
    port = randomInt(...RANGE);
  }
  throw new Error('No free port on the loopback');
}
