import { PROBLEM_MEDIA_TYPE, PROBLEMS, problemType, type Problem, type ProblemKind } from '@despacho/contracts';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { type Duplex } from 'node:stream';
import { fixedHeaders } from './security-headers.ts';
import { type Services } from '#services.ts';

/** How long a refused client may take to read its response: closing immediately could discard it. */
const LINGER_MS = 2000;

interface Refusal {
  kind: ProblemKind;
  /** For the log: what was wrong, without the received bytes. */
  note: string;
  /** False if writing would corrupt the response to another request: the connection is closed instead. */
  mayAnswer: boolean;
  headers?: readonly (readonly [name: string, value: string])[];
}

/** Refuses bytes that are not a request, once per connection. */
type RefuseBytes = (socket: Duplex, refusal: Refusal) => void;

/** The same response as the chain's, written by hand because there is no request for it. */
export function createRefuseBytes({
  config,
  security,
  metrics,
}: Pick<Services, 'config' | 'security' | 'metrics'>): RefuseBytes {
  const fixed = fixedHeaders(config);
  const refused = new WeakSet<Duplex>();
  const answerText = (kind: ProblemKind, requestId: string, more: Refusal['headers'] = []): string => {
    const { status, title } = PROBLEMS[kind];
    const body = JSON.stringify({ type: problemType(kind), title, status, requestId } satisfies Problem);
    const headers = [
      ...fixed,
      ...more,
      ['Cache-Control', 'no-store'],
      ['X-Request-Id', requestId],
      ['Content-Type', `${PROBLEM_MEDIA_TYPE}; charset=utf-8`],
      ['Content-Length', Buffer.byteLength(body)],
      ['Date', new Date().toUTCString()],
      ['Connection', 'close'],
    ] as const;
    const lines = headers.map(([name, value]) => `${name}: ${value}`);
    return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
  };
  return (socket, { kind, note, mayAnswer, headers }) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const requestId = randomUUID();
    const { status } = PROBLEMS[kind];
    metrics.request('none', status, 0);
    metrics.problem(kind);
    const ip = 'remoteAddress' in socket ? socket.remoteAddress : undefined;
    security.log('bytes.refused', { requestId, kind, note, status, ip, cut: !mayAnswer });
    if (!mayAnswer || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(answerText(kind, requestId, headers));
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}
