import { type IncomingMessage, type Server } from 'node:http';
import { type Socket } from 'node:net';
import { parseAnswers, type WireAnswer } from './http-answers.ts';

/** A response with its request; without one it was sent before a request was parsed. */
export interface Exchange {
  request: { method: string; target: string } | undefined;
  answer: WireAnswer;
}

export interface WireTap {
  /** Every byte sent to browsers, one buffer per connection. */
  bytes(): Buffer[];
  exchanges(): Exchange[];
}

interface Connection {
  written: Buffer[];
  asked: { method: string; target: string }[];
}

function record(socket: Socket, written: Buffer[]): void {
  const note = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string')
      written.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'));
    else if (chunk instanceof Uint8Array) written.push(Buffer.from(chunk));
  };
  for (const name of ['write', 'end'] as const) {
    const original = socket[name].bind(socket) as (...args: unknown[]) => unknown;
    socket[name] = ((...args: unknown[]) => {
      // `end` passes its last chunk to the stream below, without calling `write`.
      note(args[0], args[1]);
      return original(...args);
    }) as never;
  }
}

const REQUEST_EVENTS = new Set(['request', 'checkContinue', 'checkExpectation']);

/**
 * Records what a server really sends, at the socket level. Adds no listeners to the server: one for `checkContinue`,
 * for example, would change its behaviour.
 */
export function tapServer(server: Server): WireTap {
  const connections = new Map<Socket, Connection>();
  const seen = new WeakSet<IncomingMessage>();
  const emit = server.emit.bind(server) as (...args: unknown[]) => boolean;
  server.emit = ((...args: unknown[]) => {
    const [name, subject] = args;
    if (name === 'connection') {
      const connection: Connection = { written: [], asked: [] };
      connections.set(subject as Socket, connection);
      record(subject as Socket, connection.written);
    } else if (REQUEST_EVENTS.has(String(name)) && !seen.has(subject as IncomingMessage)) {
      const req = subject as IncomingMessage;
      seen.add(req);
      connections.get(req.socket)?.asked.push({ method: req.method ?? '', target: req.url ?? '' });
    }
    return emit(...args);
  }) as never;
  const all = () => [...connections.values()];
  return {
    bytes: () => all().map(({ written }) => Buffer.concat(written)),
    exchanges: () =>
      all().flatMap(({ written, asked }) => {
        const methods = asked.map(({ method }) => method);
        let next = 0;
        return parseAnswers(Buffer.concat(written), methods).map((answer) => ({
          request: asked[answer.status < 200 ? next : next++],
          answer,
        }));
      }),
  };
}
