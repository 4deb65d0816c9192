import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { type ProblemKind } from '@despacho/contracts';
import { type Services } from '#services.ts';
import { limitHeadTime } from './limit-head-time.ts';
import { createRefuseBytes } from './refuse-bytes.ts';
import { createPendingAnswers } from './pending-answers.ts';

const MINUTE_MS = 60_000;

/** Limits of a connection, in milliseconds except the last three. */
export const WIRE_LIMITS = {
  /**
   * Longer than the 90 seconds for which a reverse proxy such as Traefik keeps an idle connection, so that the gateway
   * never closes first.
   */
  keepAlive: 95_000,
  /** Node's own limit for headers, above the keep-alive time. The effective limit is the next one. */
  nodeHead: 100_000,
  /** From the first byte of a request to the end of its headers. nginx allows 60 s, Apache 20 to 40. */
  head: 15_000,
  /** A whole request with its body. JSON bodies have the request's deadline, which is shorter. */
  request: 120_000,
  /** A body that still arrives after its request has been answered. */
  leftover: 5000,
  /** Nothing read and nothing written during a request: a client that does not read its response. */
  silence: MINUTE_MS,
  /** Bytes of the headers. */
  headBytes: 16 * 1024,
  /**
   * Concurrent connections: about 200 MB. There is no limit per address, because an office, and everyone behind a
   * reverse proxy, shares one; the proxy can set one (docs/operations.md).
   */
  connections: 10_000,
  /** Pipelined requests of a connection. Neither browsers nor proxies pipeline. */
  pipelined: 16,
};

const KINDS: Record<string, ProblemKind> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/**
 * Reads the rest of a body whose request was already answered, and closes the connection if it takes too long. Without
 * this, Node would close the connection of a last response (`Connection: close`, HTTP/1.0) as soon as it is written: the
 * bytes still on their way are then answered by a reset, and a proxy in front sends its own 502 instead of the response.
 */
function limitLeftover(req: IncomingMessage, res: ServerResponse, milliseconds: number): void {
  res.on('prefinish', () => {
    if (req.complete) return;
    const { socket } = req;
    // What Node calls after a last response.
    socket.destroySoon = () => socket.end();
    res.once('finish', () => {
      const timer = setTimeout(() => socket.destroy(), milliseconds).unref();
      const read = () => {
        clearTimeout(timer);
        delete (socket as Partial<Socket>).destroySoon;
        if (socket.writableEnded) socket.destroySoon();
      };
      if (req.complete) read();
      else req.once('close', read);
    });
  });
}

/** Logs that connections are refused, at most once a minute. */
function logDrops(server: Server, { security, now }: Pick<Services, 'security' | 'now'>): void {
  let loggedAt = -Infinity;
  server.on('drop', () => {
    if (now() - loggedAt < MINUTE_MS) return;
    loggedAt = now();
    security.log('connections.full', { limit: server.maxConnections });
  });
}

/**
 * The server for browsers. Everything that can be a request goes through the chain; other bytes are refused in the same
 * form.
 * @param app the chain.
 * @param limits shorter ones for tests.
 */
export function createPublicServer(
  app: RequestListener,
  services: Pick<Services, 'config' | 'security' | 'metrics' | 'now'>,
  limits: typeof WIRE_LIMITS = WIRE_LIMITS,
): Server {
  const pendingAnswers = createPendingAnswers();
  const refuse = createRefuseBytes(services);
  const serve: RequestListener = (req, res) => {
    const { socket } = req;
    // Requests behind one that ends the connection are not served: their responses could not be sent, and after a
    // framing error they may not even be requests.
    if (socket.destroyed || pendingAnswers.isClosing(socket)) return;
    // The upgrade is not accepted, but Node's parser stops at it and drops bytes that arrived in the same packet: the
    // next request would be lost, or its body read as one.
    if (req.headers.upgrade !== undefined) res.setHeader('Connection', 'close');
    if (pendingAnswers.add(res) > limits.pipelined) {
      refuse(socket, { kind: 'too-many-requests', note: 'pipelined requests', mayAnswer: false });
      return;
    }
    headTime.arrived(socket);
    limitLeftover(req, res, limits.leftover);
    const idle = () => {
      if (pendingAnswers.isIdle(socket)) headTime.idle(socket);
    };
    res.on('close', () => {
      // The rest of a body is not a head.
      if (req.complete) idle();
      else req.once('close', idle);
    });
    // Express finds no path in some absolute URLs and would answer them itself. The chain gets a target that it
    // refuses, because no path contains a backslash.
    if (!req.url?.startsWith('/')) req.url = `/\\${req.url ?? ''}`;
    app(req, res);
  };
  const server = createServer(
    {
      keepAliveTimeout: limits.keepAlive,
      headersTimeout: limits.nodeHead,
      requestTimeout: limits.request,
      connectionsCheckingInterval: 10_000,
      maxHeaderSize: limits.headBytes,
      insecureHTTPParser: false,
      // The chain checks it, so that the response has all headers.
      requireHostHeader: false,
      // Detects clients that have disappeared.
      keepAlive: true,
      keepAliveInitialDelay: 30_000,
    },
    serve,
  );
  const headTime = limitHeadTime(server, {
    milliseconds: limits.head,
    cut: (socket) =>
      refuse(socket, { kind: 'request-timeout', note: 'slow head', mayAnswer: pendingAnswers.mayRefuse(socket) }),
  });
  server.timeout = limits.silence;
  // Node would silently drop headers above its limit; the chain counts them.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.connections;
  // Without these two listeners Node answers instead of the chain.
  server.on('checkContinue', serve);
  server.on('checkExpectation', serve);
  server.on('connect', (_req, socket) => {
    const headers = [['Allow', 'GET, POST']] as const;
    const mayAnswer = pendingAnswers.mayRefuse(socket);
    refuse(socket, { kind: 'method-not-allowed', note: 'CONNECT', mayAnswer, headers });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const { code = '' } = error;
    // As above, if the parser knows that the connection is closing: the pending response ends it.
    if (code === 'HPE_CLOSED_CONNECTION' && pendingAnswers.isClosing(socket)) return;
    // A body that was cut short after the last response.
    if (socket.writableEnded) {
      socket.destroy();
      return;
    }
    const kind = KINDS[code] ?? (code.startsWith('HPE_') ? 'invalid-request' : undefined);
    // Any other code is a broken connection, which cannot be answered.
    if (kind) refuse(socket, { kind, note: code, mayAnswer: pendingAnswers.mayRefuse(socket) });
    else socket.destroy();
  });
  logDrops(server, services);
  return server;
}
