import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type ProblemKind } from '@despacho/contracts';
import { type Services } from '../services.ts';
import { limitHeadTime } from './limit-head-time.ts';
import { createRefuseBytes } from './refuse-bytes.ts';
import { createUnderWay } from './under-way.ts';

const MINUTE_MS = 60_000;

/** Bounds of a connection, in milliseconds but for the last three. */
export const WIRE_LIMITS = {
  /** Longer than the 90 seconds for which a reverse proxy such as Traefik keeps an idle connection: it never closes first. */
  keepAlive: 95_000,
  /** Node's own limit for a head, above the keep-alive time. What really bounds a head is the next one. */
  nodeHead: 100_000,
  /** From the first byte of a request to the end of its head. nginx gives 60 s, Apache 20 to 40. */
  head: 15_000,
  /** A whole request, its body included. JSON bodies have the request's deadline, which is shorter. */
  request: 120_000,
  /** A body that goes on arriving although its request has been answered. */
  leftover: 5000,
  /** Nothing read and nothing written while a request is under way: a client that does not take its answer. */
  silence: MINUTE_MS,
  /** Bytes of a head. */
  headBytes: 16 * 1024,
  /**
   * Connections at once: some 200 MB. There is no limit for each address here, because an office, and everybody behind a
   * reverse proxy, is one address; the proxy can have one (docs/operations.md).
   */
  connections: 10_000,
  /** Requests of a connection that are sent before the first is answered. Neither browsers nor proxies send any ahead. */
  pipelined: 16,
};

const KINDS: Record<string, ProblemKind> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** Cuts a connection on which the rest of a body still arrives some time after its request was answered. */
function limitLeftover(req: IncomingMessage, res: ServerResponse, milliseconds: number): void {
  res.on('finish', () => {
    if (req.complete) return;
    const timer = setTimeout(() => req.socket.destroy(), milliseconds).unref();
    req.once('close', () => {
      clearTimeout(timer);
    });
  });
}

/** Says that connections are turned away, once a minute at most. */
function tellOfDrops(server: Server, { security, now }: Pick<Services, 'security' | 'now'>): void {
  let toldAt = -Infinity;
  server.on('drop', () => {
    if (now() - toldAt < MINUTE_MS) return;
    toldAt = now();
    security.tell('connections.full', { limit: server.maxConnections });
  });
}

/**
 * The server browsers reach. Whatever can be a request goes through the chain, and what cannot is refused in the same form.
 * @param app the chain.
 * @param limits for tests, which cannot wait as long.
 */
export function createPublicServer(
  app: RequestListener,
  services: Pick<Services, 'config' | 'security' | 'metrics' | 'now'>,
  limits: typeof WIRE_LIMITS = WIRE_LIMITS,
): Server {
  const underWay = createUnderWay();
  const refuse = createRefuseBytes(services);
  const serve: RequestListener = (req, res) => {
    const { socket } = req;
    // Whatever is written behind a request that ends the connection is not served: its answer could not be sent, and where
    // that request was refused for its framing it may not even be a request.
    if (socket.destroyed || underWay.isClosing(socket)) return;
    // Such an offer is not taken up. But Node's parser takes it at its word, and drops what came in one packet with it: the
    // next request would be lost, or its body be read as one.
    if (req.headers.upgrade !== undefined) res.setHeader('Connection', 'close');
    if (underWay.add(res) > limits.pipelined) {
      refuse(socket, { kind: 'too-many-requests', note: 'pipelined requests', mayAnswer: false });
      return;
    }
    headTime.arrived(socket);
    limitLeftover(req, res, limits.leftover);
    const idle = () => {
      if (underWay.isIdle(socket)) headTime.idle(socket);
    };
    res.on('close', () => {
      // The rest of a body is no head.
      if (req.complete) idle();
      else req.once('close', idle);
    });
    // Express finds no path in some whole addresses and would answer them itself. Nothing but a path is served, so the
    // chain is given what it refuses: a backslash is in no path.
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
      // The chain asks for it, so that the answer has all its headers.
      requireHostHeader: false,
      // Finds out about clients that have gone without a word.
      keepAlive: true,
      keepAliveInitialDelay: 30_000,
    },
    serve,
  );
  const headTime = limitHeadTime(server, {
    milliseconds: limits.head,
    cut: (socket) => {
      refuse(socket, { kind: 'request-timeout', note: 'slow head', mayAnswer: underWay.mayRefuse(socket) });
    },
  });
  server.timeout = limits.silence;
  // Node would drop what is beyond it without a word; the chain counts.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.connections;
  // Without these two Node answers in the chain's place.
  server.on('checkContinue', serve);
  server.on('checkExpectation', serve);
  server.on('connect', (_req, socket) => {
    const headers = [['Allow', 'GET, POST']] as const;
    const mayAnswer = underWay.mayRefuse(socket);
    refuse(socket, { kind: 'method-not-allowed', note: 'CONNECT', mayAnswer, headers });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const { code = '' } = error;
    // The same as above, when the parser itself knows that the connection ends: the answer that is under way ends it.
    if (code === 'HPE_CLOSED_CONNECTION' && underWay.isClosing(socket)) return;
    const kind = KINDS[code] ?? (code.startsWith('HPE_') ? 'invalid-request' : undefined);
    // Anything else is a connection that broke, and nobody is there to be told.
    if (kind) refuse(socket, { kind, note: code, mayAnswer: underWay.mayRefuse(socket) });
    else socket.destroy();
  });
  tellOfDrops(server, services);
  return server;
}
