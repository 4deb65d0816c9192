import { type Server } from 'node:http';
import { type Socket } from 'node:net';

interface Waiting {
  /** Bytes the connection had brought when nothing was being asked on it any more. */
  bytes: number;
  /** When more came: the head of a request is on its way since. */
  since: number | undefined;
}

interface Parts {
  /** How long the head of a request may take from its first byte to its last, in milliseconds. */
  milliseconds: number;
  /** Called once for a connection that takes longer. */
  cut: (socket: Socket) => void;
}

/** @returns what to call when a request's head is there, and when nothing is asked any more. */
interface HeadTime {
  arrived(socket: Socket): void;
  idle(socket: Socket): void;
}

/**
 * Cuts off heads that dribble in. Node's own `headersTimeout` has to stay above the keep-alive time for every reader who
 * knows what older versions made of it (they counted the idle time as well), which is far too long for a head; and its
 * `requestTimeout` would limit uploads with it. A connection that has brought nothing yet counts as a head on its way.
 */
export function limitHeadTime(server: Server, { milliseconds, cut }: Parts): HeadTime {
  const waiting = new Map<Socket, Waiting>();
  server.on('connection', (socket) => {
    waiting.set(socket, { bytes: 0, since: performance.now() });
    socket.once('close', () => waiting.delete(socket));
  });
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const [socket, one] of waiting) {
      if (one.since === undefined && socket.bytesRead > one.bytes) one.since = now;
      if (one.since === undefined || now - one.since < milliseconds) continue;
      waiting.delete(socket);
      cut(socket);
    }
  }, milliseconds / 10).unref();
  server.once('close', () => {
    clearInterval(sweep);
  });
  return {
    arrived: (socket) => waiting.delete(socket),
    idle(socket) {
      if (!socket.destroyed) waiting.set(socket, { bytes: socket.bytesRead, since: undefined });
    },
  };
}
