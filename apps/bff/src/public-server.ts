import { createServer, type RequestListener, type Server } from 'node:http';
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

/** The server browsers reach. Slow headers and slow bodies are cut off. */
export function createPublicServer(app: RequestListener): Server {
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_MS,
      requestTimeout: WHOLE_REQUEST_MS,
      connectionsCheckingInterval: 10_000,
    },
    app,
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable) socket.end(refuseBytes(error.code ?? ''));
    else socket.destroy();
  });
  return server;
}
