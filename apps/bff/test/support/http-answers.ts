import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** One raw HTTP response. */
export interface WireAnswer {
  status: number;
  /** In order, names in lower case. */
  headers: [name: string, value: string][];
  /** Without chunk framing and content encoding. */
  body: Buffer;
  /** False if the connection ended before the response did. */
  complete: boolean;
}

const HEAD_END = '\r\n\r\n';

export const headerOf = ({ headers }: WireAnswer, name: string): string | undefined =>
  headers.find(([each]) => each === name)?.[1];

function parseHead(text: string): Pick<WireAnswer, 'status' | 'headers'> {
  const [statusLine = '', ...lines] = text.split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})( |$)/.exec(statusLine)?.[1] ?? Number.NaN);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status, headers };
}

/** @returns the chunked body from `start`, and where it ends; undefined if the last chunk is missing. */
function readChunks(bytes: Buffer, start: number): { body: Buffer; end: number | undefined } {
  const chunks: Buffer[] = [];
  let at = start;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, Math.max(lineEnd, at)).toString(), 16);
    if (lineEnd < 0 || Number.isNaN(size)) return { body: Buffer.concat(chunks), end: undefined };
    if (size === 0) {
      const end = bytes.indexOf('\r\n', lineEnd + 2);
      return { body: Buffer.concat(chunks), end: end < 0 ? undefined : end + 2 };
    }
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
    if (at > bytes.length) return { body: Buffer.concat(chunks), end: undefined };
  }
}

function decoded(answer: WireAnswer): WireAnswer {
  const coding = headerOf(answer, 'content-encoding');
  if (!answer.complete || answer.body.length === 0) return answer;
  if (coding === 'gzip') return { ...answer, body: gunzipSync(answer.body) };
  if (coding === 'br') return { ...answer, body: brotliDecompressSync(answer.body) };
  return answer;
}

function readBody(bytes: Buffer, start: number, head: WireAnswer, method: string): { answer: WireAnswer; end: number } {
  const none = method === 'HEAD' || head.status < 200 || head.status === 204 || head.status === 304;
  if (none) return { answer: head, end: start };
  if (headerOf(head, 'transfer-encoding') === 'chunked') {
    const { body, end } = readChunks(bytes, start);
    return { answer: { ...head, body, complete: end !== undefined }, end: end ?? bytes.length };
  }
  const length = headerOf(head, 'content-length');
  const end = length === undefined ? bytes.length : start + Number(length);
  const body = bytes.subarray(start, end);
  return { answer: { ...head, body, complete: end <= bytes.length }, end: Math.min(end, bytes.length) };
}

/**
 * Parses what a server wrote to one connection.
 * @param methods of the requests, in order: a response to HEAD has no body whatever its headers say.
 */
export function parseAnswers(bytes: Buffer, methods: readonly string[]): WireAnswer[] {
  const answers: WireAnswer[] = [];
  let at = 0;
  let asked = 0;
  while (at < bytes.length) {
    const headEnd = bytes.indexOf(HEAD_END, at);
    if (headEnd < 0) return answers;
    const head = {
      ...parseHead(bytes.subarray(at, headEnd).toString('latin1')),
      body: Buffer.alloc(0),
      complete: true,
    };
    const { answer, end } = readBody(bytes, headEnd + HEAD_END.length, head, methods[asked] ?? 'GET');
    if (answer.status >= 200) asked += 1;
    answers.push(decoded(answer));
    at = end;
  }
  return answers;
}
