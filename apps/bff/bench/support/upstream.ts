import { createServer, type ServerResponse } from 'node:http';
import { CREDENTIALS, LOGIN, PAGE, RECORD } from './answers.ts';

/* The hosts of the benches in one process: a legacy host with prepared responses, so that it costs every gateway the same,
   and a dispatch service with an event stream. Every sign-in succeeds; the token is the name. Argument: the port. */
const ready = new Map(
  Object.entries({ '/legacy/base/clients/7': RECORD, '/legacy/base/clients/': PAGE }).map(([path, value]) => [
    path,
    Buffer.from(JSON.stringify(value)),
  ]),
);

/** Interval of heartbeats in a stream, as in the dispatch service. */
const HEARTBEAT_MS = 6000;

function identity(path: string, query: URLSearchParams): object | undefined {
  if (path === '/legacy/base/auth') return { ...LOGIN, token: `token-of-${query.get('user') ?? ''}` };
  if (path !== '/legacy/base/auth/credentials') return undefined;
  const token = query.get('token') ?? '';
  const username = token.replace('token-of-', '');
  return { ...CREDENTIALS, token, id: username, username };
}

const streams = new Set<ServerResponse>();
setInterval(() => {
  for (const stream of streams) stream.write(': vivo\n\n');
}, HEARTBEAT_MS).unref();

const server = createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://upstream');
  if (pathname === '/operations/events') {
    res.writeHead(200, { 'content-type': 'text/event-stream' }).write('id: hola\n\n');
    streams.add(res);
    res.once('close', () => streams.delete(res));
    return;
  }
  const made = identity(pathname, searchParams);
  const body = ready.get(pathname) ?? (made && Buffer.from(JSON.stringify(made)));
  if (!body) res.writeHead(404).end();
  else res.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
// Longer than any pause of a bench.
server.keepAliveTimeout = 120_000;
server.listen(Number(process.argv[2]), '127.0.0.1');
