import { type Server } from 'node:http';
import { type Socket } from 'node:net';

interface Connection {
  /** Whether a request is under way on it, so that what it brings is no head. */
  asking: boolean;
  /** Bytes it had brought when nothing was being asked on it any more. */
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
  const connections = new Map<Socket, Connection>();
  server.on('connection', (socket) => {
    connections.set(socket, { asking: false, bytes: 0, since: performance.now() });
    socket.once('close', () => connections.delete(socket));
  });
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const [socket, one] of connections) {
      if (one.asking) continue;
      if (one.since === undefined && socket.bytesRead > one.bytes) one.since = now;
      if (one.since === undefined || now - one.since < milliseconds) continue;
      connections.delete(socket);
      cut(socket);
    }
  }, milliseconds / 10).unref();
  server.once('close', () => {
    clearInterval(sweep);
  });
  return {
    arrived(socket) {
      const one = connections.get(socket);
      if (one) one.asking = true;
    },
    idle(socket) {
      const one = connections.get(socket);
      if (!one) return;
      one.asking = false;
      one.bytes = socket.bytesRead;
      one.since = undefined;
    },
  };
}
