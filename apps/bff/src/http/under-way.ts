import { type ServerResponse } from 'node:http';
import { type Duplex } from 'node:stream';

/** Answers under way by connection, so that nothing is ever written into one of them. */
export interface UnderWay {
  /** @returns how many answers are under way on its connection now. */
  add(res: ServerResponse): number;
  /** Whether the answer to an earlier request says that the connection ends with it. */
  isClosing(socket: Duplex): boolean;
  /** Whether nothing is being answered on a connection. */
  isIdle(socket: Duplex): boolean;
  /** Whether what is written now is read as an answer to what was refused, and not as part or in place of another's. */
  mayRefuse(socket: Duplex): boolean;
}

export function createUnderWay(): UnderWay {
  // Lists, because a set that changes with each request weighs on every collection of memory (docs/decisions/0036).
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
