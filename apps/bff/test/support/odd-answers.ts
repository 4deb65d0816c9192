import { type OperationId } from '@despacho/contracts/operations';
import fc, { type Arbitrary } from 'fast-check';
import { arbitraryOf } from './arbitraries.ts';
import { operationOf } from './sweep.ts';

/** What an upstream sends, piece by piece, before it disconnects. */
type OddAnswer = Buffer[];

const LINES = [
  'Content-Type: application/json',
  'Content-Type: text/html',
  'Content-Type: image/png',
  'Content-Type: text/event-stream',
  'Content-Type: application/json; charset=iso-8859-1',
  'Content-Type: application/json; charset=utf-7',
  'Content-Encoding: gzip',
  'Content-Length: 0',
  'Content-Length: 3',
  'Content-Length: 99999999999',
  'Content-Length: -1',
  'Content-Length: 3\r\nContent-Length: 4',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: identity',
  'Connection: close',
  'Connection: upgrade\r\nUpgrade: h2c',
  'Connection: Set-Cookie, X-Request-Id',
  'Keep-Alive: timeout=0',
  'Set-Cookie: despacho=stolen; Path=/',
  'Set-Cookie: XSRF-TOKEN=chosen; Path=/',
  'Location: http://evil.example/',
  'Refresh: 0; url=http://evil.example/',
  'Server: Legacy/1',
  'Access-Control-Allow-Origin: *',
  'X-Request-Id: mine',
  'X-Accel-Redirect: /internal',
  'Trailer: X-After',
  'Link: <http://evil.example/>; rel=preload',
  'Content-Security-Policy: none',
  'Cache-Control: public',
  'Retry-After: -1',
  'Bad Header',
  ': no name',
  'X-Control: \u0001\u007f',
  'X-Latin: \u00e9\u00ff',
  `X-Long: ${'x'.repeat(5000)}`,
];

const STATUS_LINES = [
  ...`200 OK; 200; 100 Continue; 101 Switching Protocols; 103 Early Hints; 201 Created; 204 No Content;
    205 Reset Content; 206 Partial Content; 299 Whatever; 300 Multiple Choices; 301 Moved; 304 Not Modified;
    400 Bad; 402 Pay; 403 No; 404 Not Found; 407 Proxy Authentication Required; 408 Timeout; 409 Conflict;
    413 Large; 418 Teapot; 421 Misdirected; 425 Early; 429 Slow; 431 Headers; 500 Oops; 501 Not Implemented;
    505 Version; 511 Captive; 599 X; 600 X; 999 X; 000 X; 99 X`
    .split(/;\s+/)
    .map((line) => `HTTP/1.1 ${line}`),
  'HTTP/1.0 200 OK',
  'HTTP/2 200',
  'ICY 200 OK',
  'HTTP/1.1 200 OK\r\nHTTP/1.1 404 Not Found',
];

const VALUES = [
  '',
  'null',
  '[]',
  '{}',
  '[null]',
  '[[[]]]',
  '"x"',
  '1e999',
  '{"__proto__":{"id":1}}',
  '[{"id":1,"__proto__":{"token":"x"}}]',
  '[{"id":{"toString":1}}]',
  '{"message":"\\u0000\\r\\nSet-Cookie: a=b"}',
  '{"message":{"toString":null}}',
  '{"id":7,"constructor":{"prototype":{}}}',
  '[{"id":1}] trailing',
  '<html>',
  '\ufeff[]',
  '[{"id":1,"name":"\\ud800"}]',
  '{"data":{"almacenamientoMaximo":"1e400","almacenamientoUsado":[]}}',
];

/** A body in one of HTTP's framings, or in none of them. */
function framed(body: Buffer): Arbitrary<Buffer> {
  const chunked = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
  const whole = (head: string, rest: Buffer) => Buffer.concat([Buffer.from(`${head}\r\n\r\n`), rest]);
  return fc.constantFrom(
    whole(`Content-Length: ${body.length}`, body),
    whole('Transfer-Encoding: chunked', body.length === 0 ? Buffer.from('0\r\n\r\n') : chunked),
    whole('Transfer-Encoding: chunked', chunked.subarray(0, -3)),
    whole('Transfer-Encoding: chunked', Buffer.concat([Buffer.from('zz\r\n'), body])),
    whole(`Content-Length: ${body.length + 1}`, body),
    whole(`Content-Length: ${Math.max(0, body.length - 1)}`, body),
    whole('X-None: 1', body),
  );
}

/** Cut at arbitrary places. */
const inPieces = (bytes: Buffer): Arbitrary<Buffer[]> =>
  fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 4 }).map((places) => {
    const cuts = [0, ...places.sort((a, b) => a - b), bytes.length];
    return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
  });

/** @returns responses to an operation: valid, nearly valid, or arbitrary. */
export function oddAnswerTo(id: OperationId): Arbitrary<OddAnswer> {
  const { response } = operationOf(id);
  const right =
    response === null || 'stream' in response
      ? fc.constant('')
      : arbitraryOf(response).map((value) => JSON.stringify(value));
  const body = fc.oneof(
    { weight: 3, arbitrary: right },
    fc.constantFrom(...VALUES),
    fc.json({ maxDepth: 5 }),
    fc.integer({ min: 1, max: 3000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
    fc.string({ unit: 'binary', maxLength: 300 }),
  );
  return fc
    .tuple(
      fc.oneof({ weight: 2, arbitrary: fc.constant('HTTP/1.1 200 OK') }, fc.constantFrom(...STATUS_LINES)),
      fc.array(fc.constantFrom(...LINES), { maxLength: 3 }),
      body,
    )
    .chain(([status, lines, text]) =>
      framed(Buffer.from(text)).map((rest) => {
        const head = [status, ...lines].join('\r\n');
        return Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), rest]);
      }),
    )
    .chain(inPieces);
}
