import { type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/** Lets pending requests finish while a server stops, and closes their connections afterwards. */
interface Drain {
  listener: RequestListener;
  /** False once the server is stopping. */
  accepting(): boolean;
  /** Keeps serving, but closes every connection after its response, so that clients connect to another server. */
  announce(): void;
  /** Stops accepting connections. Resolves when every response has left this process. */
  begin(server: Server): Promise<void>;
}

/**
 * Node's `close()`, like `closeIdleConnections()`, destroys each connection whose response has been written, even if
 * most of it is still buffered for a slow reader. So connections are closed when all responses are sent.
 * @param app the request handler.
 */
export function createDrain(app: RequestListener): Drain {
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
    listener(req, res) {
      if (!accepting) res.setHeader('Connection', 'close');
      open.push(res);
      res.on('close', () => {
        open.splice(open.indexOf(res), 1);
        // Not while it only announces the stop: requests still arrive, so this may not be the last one.
        if (closing && open.length === 0) answered.resolve(undefined);
      });
      app(req, res);
    },
    accepting: () => accepting,
    announce,
    async begin(server) {
      announce();
      closing = true;
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      if (open.length > 0) await answered.promise;
      server.closeAllConnections();
      await closed;
    },
  };
}
