import { type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/**
 * Watches a server so that it can be stopped without cutting off a response.
 *
 * Node's `close()` destroys every connection whose response has been written, even if its last part has not been passed
 * to the system: a large response is then truncated. This function closes a connection only after its response has
 * been sent.
 * @returns a function that stops the server: it refuses new connections immediately and resolves when all requests in
 * flight have been answered, or after `limitMs`, with the number of responses cut off.
 */
export function drainable(server: Server): (limitMs: number) => Promise<number> {
  const answering = new Set<ServerResponse>();
  let stopping = false;
  let allAnswered: (() => void) | undefined;

  server.prependListener('request', (_request, response: ServerResponse) => {
    answering.add(response);
    if (stopping) response.setHeader('Connection', 'close');
    response.once('close', () => {
      answering.delete(response);
      if (answering.size === 0) allAnswered?.();
    });
  });

  return async (limitMs) => {
    stopping = true;
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => {
        resolve();
      });
    });
    if (answering.size > 0) {
      await new Promise<void>((resolve) => {
        allAnswered = resolve;
        setTimeout(resolve, limitMs).unref();
      });
    }
    const cut = answering.size;
    server.closeAllConnections();
    await closed;
    return cut;
  };
}
