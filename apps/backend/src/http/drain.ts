import { type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/**
 * Watches a server so that it can be stopped without cutting an answer short.
 *
 * Node's own `close()` destroys every connection whose answer has been written, also when the last of it has not been
 * handed to the system yet: a large answer then arrives in part. Here connections are closed when all answers are out.
 * @returns how to stop: no new connections from that moment on; resolves when what was in flight has been answered, or
 * after `limitMs` at the latest, with the number of answers that were cut then.
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
