import { type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/** Lets requests under way finish while a server stops, and tells their connections to close afterwards. */
interface Drain {
  listener: RequestListener;
  /** False from the moment the server was told to stop. */
  accepting(): boolean;
  /** Goes on serving, but tells every connection to close after its answer, so that clients look for another server. */
  announce(): void;
  /** Stops accepting connections. Resolves when every answer has left this process. */
  begin(server: Server): Promise<void>;
}

/**
 * The `close()` of Node's http server, like its `closeIdleConnections()`, destroys each connection whose answer has been
 * written, also while most of it still waits here for a slow reader. So connections are closed when all answers are out.
 * @param app what serves the requests.
 */
export function createDrain(app: RequestListener): Drain {
  // A list, because a set that changes with each request keeps closed answers in memory (docs/decisions/0036).
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
        // Not while it only says that it will close: requests still come, and the last of those is not known yet.
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
