import { type Server } from 'node:http';
import { type Socket } from 'node:net';

interface Connection {
  /** Whether a request is pending, so that received bytes are not a head. */
  asking: boolean;
  /** Bytes received when the last request ended. */
  bytes: number;
  /** Time of the first further byte, which starts the head of a request. */
  since: number | undefined;
}

interface Parts {
  /** Time limit of a request's head, from its first byte to its last, in milliseconds. */
  milliseconds: number;
  /** Called once for a connection that takes longer. */
  cut: (socket: Socket) => void;
}

/** Call these when a request's head has arrived, and when no request is pending. */
interface HeadTime {
  arrived(socket: Socket): void;
  idle(socket: Socket): void;
}

/**
 * Cuts off slow heads. Node's own `headersTimeout` must stay above the keep-alive time (older versions also counted the
 * idle time), which is far too long for a head; its `requestTimeout` would also limit uploads. A connection that has
 * sent nothing yet counts as an unfinished head.
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
  server.once('close', () => clearInterval(sweep));
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
