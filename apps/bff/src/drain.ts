import { type RequestListener, type Server, type ServerResponse } from 'node:http';

const CLOSE_IDLE_EVERY_MS = 100;

/** Lets requests under way finish while a server stops, and tells their connections to close afterwards. */
export interface Drain {
  listener: RequestListener;
  /** False from the moment the server was told to stop. */
  accepting(): boolean;
  /** Stops accepting connections. Resolves when the last request has been answered. */
  begin(server: Server): Promise<void>;
}

/** @param app what serves the requests. */
export function createDrain(app: RequestListener): Drain {
  const open = new Set<ServerResponse>();
  let accepting = true;
  return {
    listener(req, res) {
      if (!accepting) res.setHeader('Connection', 'close');
      open.add(res);
      res.once('close', () => open.delete(res));
      app(req, res);
    },
    accepting: () => accepting,
    async begin(server) {
      accepting = false;
      for (const res of open) if (!res.headersSent) res.setHeader('Connection', 'close');
      const closeIdle = setInterval(() => {
        server.closeIdleConnections();
      }, CLOSE_IDLE_EVERY_MS);
      await new Promise((resolve) => server.close(resolve));
      clearInterval(closeIdle);
    },
  };
}
