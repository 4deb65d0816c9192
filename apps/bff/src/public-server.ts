import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type Duplex } from 'node:stream';
import { PROBLEM_MEDIA_TYPE, PROBLEMS, problemType } from '@despacho/contracts';
import { randomUUID } from 'node:crypto';

/** Longer than the 90 seconds a reverse proxy such as Traefik keeps an idle connection, so that it never closes first. */
const KEEP_ALIVE_MS = 95_000;
const HEADERS_MS = 100_000;
const WHOLE_REQUEST_MS = 120_000;

const STATUS_LINES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** What is not HTTP never becomes a request, so it gets its problem document here. */
function refuseBytes(code: string): string {
  const body = JSON.stringify({
    type: problemType('invalid-request'),
    title: PROBLEMS['invalid-request'].title,
    status: Number((STATUS_LINES[code] ?? '400').slice(0, 3)),
    requestId: randomUUID(),
  });
  return [
    `HTTP/1.1 ${STATUS_LINES[code] ?? '400 Bad Request'}`,
    'Connection: close',
    'Cache-Control: no-store',
    "Content-Security-Policy: default-src 'none'",
    'X-Content-Type-Options: nosniff',
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/** Answers under way by connection, so that nothing is ever written into one of them. */
function createUnderWay() {
  const bySocket = new WeakMap<Duplex, Set<ServerResponse>>();
  return {
    add(res: ServerResponse): void {
      const { socket } = res.req;
      const open = bySocket.get(socket) ?? new Set();
      bySocket.set(socket, open.add(res));
      res.once('close', () => open.delete(res));
    },
    /** Whether what is written now is read as an answer to what was refused, and not as part or in place of another's. */
    mayRefuse(socket: Duplex): boolean {
      const [first, ...others] = bySocket.get(socket) ?? [];
      if (!first) return true;
      return others.length === 0 && !first.headersSent && !first.req.complete;
    },
  };
}

/** The server browsers reach. Slow headers and slow bodies are cut off. */
export function createPublicServer(app: RequestListener): Server {
  const underWay = createUnderWay();
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_MS,
      requestTimeout: WHOLE_REQUEST_MS,
      connectionsCheckingInterval: 10_000,
    },
    (req, res) => {
      underWay.add(res);
      app(req, res);
    },
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable && underWay.mayRefuse(socket)) socket.end(refuseBytes(error.code ?? ''));
    else socket.destroy();
  });
  return server;
}
