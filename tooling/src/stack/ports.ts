import { createServer } from 'node:net';

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(undefined);
    });
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address = server.address();
      const taken = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => {
        resolve(taken);
      });
    });
  });
}

/** @returns whether nothing listens on `port` of the loopback. */
export async function isFree(port: number): Promise<boolean> {
  return (await tryPort(port)) !== undefined;
}

/** @returns `preferred` if it is free, otherwise any free port of the loopback. */
export async function freePort(preferred = 0): Promise<number> {
  const port = (await tryPort(preferred)) ?? (await tryPort(0));
  if (port === undefined) throw new Error('No free port on the loopback');
  return port;
}
