import { type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/**
 * With this query a readiness check answers 404 instead of 503 while the instance should get no new requests. HAProxy then
 * lets those finish that are running (`disable-on-404`), and cuts only those of an instance that does not answer.
 */
export const DRAIN_QUERY = '?drain';

/** Lets pending requests finish while a server stops, and closes their connections afterwards. */
interface Drain {
  /** Counts a response until it has left this process. To be called with every request, before it is handled. */
  track: RequestListener;
  /** False once the server is stopping. */
  accepting(): boolean;
  /** Keeps serving, but closes every connection after its response, so that clients connect to another server. */
  announce(): void;
  /**
   * Stops accepting connections.
   * @param limitMs milliseconds after which responses are cut off; unlimited by default.
   * @returns how many responses were cut off, once all others have left this process.
   */
  begin(server: Server, limitMs?: number): Promise<number>;
}

/**
 * Node's `close()`, like `closeIdleConnections()`, destroys each connection whose response has been written, even if
 * most of it is still buffered for a slow reader. So connections are closed when all responses are sent.
 */
export function createDrain(): Drain {
  // A list, because a set that changes with each request keeps closed responses in memory (docs/decisions/0036).
  const open: ServerResponse[] = [];
  const answered = Promise.withResolvers<undefined>();
  let accepting = true;
  let closing = false;
  const announce = () => {
    accepting = false;
    for (const res of open) if (!res.headersSent) res.setHeader('Connection', 'close');
  };
  return {
    track(_req, res) {
      if (!accepting) res.setHeader('Connection', 'close');
      open.push(res);
      res.on('close', () => {
        open.splice(open.indexOf(res), 1);
        // Not while it only announces the stop: requests still arrive, so this may not be the last one.
        if (closing && open.length === 0) answered.resolve(undefined);
      });
    },
    accepting: () => accepting,
    announce,
    async begin(server, limitMs) {
      announce();
      closing = true;
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      if (open.length > 0) {
        const timer = limitMs === undefined ? undefined : setTimeout(() => answered.resolve(undefined), limitMs);
        await answered.promise;
        clearTimeout(timer);
      }
      const cut = open.length;
      server.closeAllConnections();
      await closed;
      return cut;
    },
  };
}
