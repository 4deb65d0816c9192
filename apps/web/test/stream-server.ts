import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { vi } from 'vitest';

/** An event stream server for tests: answers as configured and records its requests. */
export interface StreamServer {
  url: string;
  requests: IncomingMessage[];
  /** Open streams, oldest first. */
  open: ServerResponse[];
  /** Status of the next responses; anything but 200 opens no stream. */
  status: number;
  /** Sent at the start of each stream. */
  greeting: string;
  close: () => Promise<void>;
}

export async function startStreamServer(): Promise<StreamServer> {
  const server = createServer((request, response) => {
    state.requests.push(request);
    if (state.status !== 200) {
      response.writeHead(state.status).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    response.write(state.greeting);
    state.open.push(response);
    response.on('close', () => {
      state.open = state.open.filter((other) => other !== response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const state: StreamServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests: [],
    open: [],
    status: 200,
    greeting: ': \n\n',
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return state;
}

/** Answers requests with open streams of these headers, without a server. @returns a function that sends on the last. */
export function stubStreams(headers: Record<string, string>): (text: string) => void {
  let writer: WritableStreamDefaultWriter<Uint8Array> | undefined;
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    writer = writable.getWriter();
    // An aborted request breaks its body off.
    const body = readable.pipeThrough(new TransformStream(), { signal });
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream', ...headers } }));
  });
  return (text) => void writer?.write(new TextEncoder().encode(text));
}
