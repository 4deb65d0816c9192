import { createServer, type Socket } from 'node:net';
import { type AddressInfo } from 'node:net';

/** An upstream that answers with arbitrary bytes. */
export interface RawUpstream {
  url: string;
  /** Heads and bodies as received, one string per request. */
  requests: string[];
  /** Connections opened so far. */
  connections: number;
  /** Handles the next requests. */
  answer: (socket: Socket, request: string) => void;
  close(): Promise<void>;
}

const HEAD_END = '\r\n\r\n';

/** @returns the length of the first complete request in a string; 0 if it is incomplete. */
function firstRequest(text: string): number {
  const headEnd = text.indexOf(HEAD_END);
  if (headEnd < 0) return 0;
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, headEnd))?.[1] ?? 0);
  const end = headEnd + HEAD_END.length + length;
  return text.length < end ? 0 : end;
}

export async function startRawUpstream(answer: RawUpstream['answer']): Promise<RawUpstream> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    upstream.connections += 1;
    sockets.add(socket);
    let text = '';
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let end = firstRequest(text); end > 0; end = firstRequest(text)) {
        const request = text.slice(0, end);
        text = text.slice(end);
        upstream.requests.push(request);
        upstream.answer(socket, request);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const upstream: RawUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    connections: 0,
    answer,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return upstream;
}

/** @returns a plain response with a JSON body. */
export function rawJson(value: unknown): string {
  const body = JSON.stringify(value);
  const head = ['HTTP/1.1 200 OK', 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  return [...head, '', body].join('\r\n');
}
