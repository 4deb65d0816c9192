import { type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { type Duplex } from 'node:stream';

/** Answers under way by connection, so that nothing is ever written into one of them. */
export interface UnderWay {
  add(res: ServerResponse): void;
  /** Whether the answer to an earlier request says that the connection ends with it. */
  isClosing(socket: Socket): boolean;
  /** Whether nothing is being answered on a connection. */
  isIdle(socket: Duplex): boolean;
  /** Whether what is written now is read as an answer to what was refused, and not as part or in place of another's. */
  mayRefuse(socket: Duplex): boolean;
}

export function createUnderWay(): UnderWay {
  const bySocket = new WeakMap<Duplex, Set<ServerResponse>>();
  const openOn = (socket: Duplex) => bySocket.get(socket) ?? new Set<ServerResponse>();
  return {
    add(res) {
      const { socket } = res.req;
      const open = openOn(socket);
      bySocket.set(socket, open.add(res));
      res.on('close', () => open.delete(res));
    },
    isClosing: (socket) =>
      socket.writableEnded ||
      [...openOn(socket)].some((res) => !res.shouldKeepAlive || res.getHeader('connection') === 'close'),
    isIdle: (socket) => openOn(socket).size === 0,
    mayRefuse(socket) {
      const [first, ...others] = openOn(socket);
      if (!first) return true;
      return others.length === 0 && !first.headersSent && !first.req.complete;
    },
  };
}
