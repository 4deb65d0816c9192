import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A request as an upstream received it. */
export interface Hit {
  method: string;
  path: string;
  query: Record<string, string>;
  rawQuery: string;
  headers: IncomingMessage['headers'];
  rawHeaders: string[];
  body: string;
  /** The raw bytes. */
  bytes: Buffer;
}

export type Respond = (hit: Hit, res: ServerResponse, req: IncomingMessage) => unknown;

export interface FakeUpstream {
  url: string;
  /** Everything received, oldest first. */
  hits: Hit[];
  /** The same, but unaffected when a test clears `hits`. */
  received: readonly Hit[];
  hitsOf(path: string): Hit[];
  /** Replaces the response to `METHOD /path`; undefined restores the normal one. */
  on(route: string, respond: Respond | undefined): void;
  /** The current response to `METHOD /path`. */
  answerOf(route: string): Respond;
  /** Answers a request that another server received. */
  listener: RequestListener;
  close(): Promise<void>;
}

export const sendJson = (
  res: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void => {
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
};

/** A file as the dispatch service sends one. */
export const sendFile = (res: ServerResponse, type: string, text = 'Código;Estado\r\nA-1;Pendiente\r\n'): void => {
  const name = type === 'text/csv' ? 'ordenes-LIMA-2026-11-24.csv' : 'ordenes-LIMA-2026-11-24.xlsx';
  res.writeHead(200, { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` }).end(text);
};

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A real HTTP server whose answers a test can script, byte by byte if necessary. */
export async function startFakeUpstream(normal: Respond): Promise<FakeUpstream> {
  const hits: Hit[] = [];
  const received: Hit[] = [];
  const scripted = new Map<string, Respond>();
  const answerOf = (route: string): Respond => scripted.get(route) ?? normal;
  const listener: RequestListener = (req, res) => {
    void (async () => {
      const url = new URL(req.url ?? '/', 'http://upstream');
      const bytes = await bodyOf(req);
      const hit: Hit = {
        method: req.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        rawQuery: url.search,
        headers: req.headers,
        rawHeaders: req.rawHeaders,
        body: bytes.toString(),
        bytes,
      };
      hits.push(hit);
      received.push(hit);
      await answerOf(`${hit.method} ${hit.path}`)(hit, res, req);
    })().catch(() => res.destroy());
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits,
    received,
    listener,
    answerOf,
    hitsOf: (path) => hits.filter((hit) => hit.path === path),
    on(route, respond) {
      if (respond) scripted.set(route, respond);
      else scripted.delete(route);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
