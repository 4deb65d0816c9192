import { type ServerResponse } from 'node:http';
import { type Duplex } from 'node:stream';

/** Pending responses by connection, so that nothing is written into one of them. */
interface PendingAnswers {
  /** @returns the number of pending responses on its connection. */
  add(res: ServerResponse): number;
  /** Whether the response to an earlier request ends the connection. */
  isClosing(socket: Duplex): boolean;
  /** Whether no response is pending on a connection. */
  isIdle(socket: Duplex): boolean;
  /** Whether bytes written now would be read as a separate response. */
  mayRefuse(socket: Duplex): boolean;
}

export function createPendingAnswers(): PendingAnswers {
  // Lists, because a set that changes with each request slows down garbage collection (docs/decisions/0036).
  const bySocket = new WeakMap<Duplex, ServerResponse[]>();
  const openOn = (socket: Duplex): readonly ServerResponse[] => bySocket.get(socket) ?? [];
  return {
    add(res) {
      const { socket } = res.req;
      const open = bySocket.get(socket) ?? [];
      if (open.length === 0) bySocket.set(socket, open);
      open.push(res);
      res.on('close', () => {
        const place = open.indexOf(res);
        if (place >= 0) open.splice(place, 1);
      });
      return open.length;
    },
    isClosing: (socket) =>
      socket.writableEnded ||
      openOn(socket).some((res) => !res.shouldKeepAlive || res.getHeader('connection') === 'close'),
    isIdle: (socket) => openOn(socket).length === 0,
    mayRefuse(socket) {
      const [first, ...others] = openOn(socket);
      if (!first) return true;
      return others.length === 0 && !first.headersSent && !first.req.complete;
    },
  };
}
