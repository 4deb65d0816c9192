import { type OperationId } from '@despacho/contracts/operations';
import fc, { type Arbitrary } from 'fast-check';
import { arbitraryOf } from './arbitraries.ts';
import { IDS, operationOf } from './sweep.ts';

/** A request before serialization. */
export interface OddRequest {
  method: string;
  target: string;
  /** Replaces an existing header of the same name, unless `again` is set. */
  headers: { name: string; value: string; again: boolean }[];
  body: string | undefined;
}

/** Header names with a meaning to some program on the way. */
const NAMES = `Accept Accept-Encoding Accept-Language Authorization Connection Content-Encoding
  Content-Type Cookie Expect Forwarded Host If-Modified-Since If-None-Match Keep-Alive Last-Event-ID
  Origin Proxy-Authorization Range Referer Sec-Fetch-Mode Sec-Fetch-Site TE Trailer Upgrade Via
  X-Despacho-Background X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-HTTP-Method-Override
  X-Original-URL X-Request-Id X-Rewrite-URL X-XSRF-TOKEN X_Forwarded_For __proto__ constructor`.split(/\s+/);

const VALUES = [
  '',
  ' ',
  '*',
  '*/*',
  '0',
  '-1',
  '1e9',
  'null',
  'undefined',
  'close',
  'keep-alive, Authorization',
  'same-origin',
  'cross-site',
  'application/json',
  'application/json; charset=utf-16',
  'application/json;;;',
  'multipart/form-data; boundary="\\"',
  'text/html',
  'gzip, deflate, br;q=0',
  'bytes=0-0,5-1,-9',
  'bytes=18446744073709551616-',
  '100-continue',
  '200-ok',
  'h2c',
  'websocket',
  'trailers, chunked',
  'http://evil.example/',
  'Bearer x',
  'Basic %',
  'W/"x"',
  'Thu, 99 Foo 0000 99:99:99',
  '127.0.0.1, ::ffff:10.0.0.1, unknown',
  'for=_x;by=[::1]:99999',
  'j:{"__proto__":{"charge":"S"}}',
  'despacho=%',
  'despacho=j:[1',
  'despacho=a; despacho=b; =; ; a=b=c; __proto__=1',
  '\'"`<>{}|\\^~',
  'x'.repeat(3000),
];

const visible = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => (code === 0x7f ? ' ' : String.fromCharCode(code))),
  maxLength: 60,
});
const token = fc.stringMatching(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,30}$/);

const header = fc.record({
  name: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...NAMES) }, token),
  value: fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...VALUES) }, visible),
  again: fc.boolean(),
});

const SEGMENTS = [
  '',
  ...`. .. %2e %2f %5c %00 % %zz %c0%ae %E0%A4%A %ff a;b a:b @evil.example __proto__
  api API auth users LIMA clients tiles 99999999999999999999 -1 0x10 * ~`.split(/\s+/),
  'x'.repeat(300),
];

const segment = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...SEGMENTS) },
  fc.webPath().map((path) => path.slice(1)),
  fc.stringMatching(/^[!-"$->@-~]{0,12}$/),
);

const oddPath = fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`);

const queryText = fc.oneof(
  fc.constantFrom('', 'a=1&a=2', '__proto__[x]=1', '=', '&&&', 'officeId=LIMA', 'officeId[]=LIMA', 'token=x', '?', '%'),
  fc.webQueryParameters(),
  fc.stringMatching(/^[!-"$-~]{0,40}$/),
);

/** Half of the requests are nearly valid, so that they get past the first check. */
function rightTarget(id: OperationId): Arbitrary<string> {
  const { path, params, query } = operationOf(id);
  const values = (params ? arbitraryOf(params) : fc.constant({})) as Arbitrary<Record<string, string>>;
  const search = (query ? arbitraryOf(query) : fc.constant({})) as Arbitrary<Record<string, string>>;
  return fc.tuple(values, search).map(([filled, asked]) => {
    const text = new URLSearchParams(asked).toString();
    const full = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(filled[name] ?? ''));
    return text === '' ? full : `${full}?${text}`;
  });
}

const nested = fc.integer({ min: 1, max: 4000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth));
const BODIES = [
  '',
  '{',
  'null',
  '1e999',
  '-0',
  `1${'0'.repeat(400)}`,
  '"\\ud800"',
  '{"__proto__":{}}',
  '{"a":{"constructor":{"prototype":1}}}',
  '{"permissionsList":[{"module":"G01"}],"permissionsList":[]}',
  '{"permissionsList":{"length":1e9}}',
  '{"sucursal":["LIMA"],"username":{"$ne":1},"password":null}',
  '\u0000',
  '﻿{}',
  '{}\r\n\r\nGET /api/clients HTTP/1.1\r\nHost: x\r\n\r\n',
  '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
];

const oddBody = fc.oneof(
  fc.constantFrom(...BODIES),
  nested,
  fc.json({ maxDepth: 6 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.integer({ min: 0, max: 40_000 }).map((length) => `{"a":"${'x'.repeat(length)}"}`),
);

function bodyOf(id: OperationId): Arbitrary<string | undefined> {
  const { body } = operationOf(id);
  const right = body ? arbitraryOf(body).map((value) => JSON.stringify(value)) : fc.constant(undefined);
  return fc.oneof({ weight: 3, arbitrary: right }, oddBody);
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND', 'MKCOL'];

/** Requests of an operation with a few invalid parts. */
const nearlyRight: Arbitrary<OddRequest> = fc.constantFrom(...IDS).chain((id) =>
  fc.record({
    method: fc.oneof(
      { weight: 6, arbitrary: fc.constant<string>(operationOf(id).method) },
      fc.constantFrom(...METHODS),
    ),
    target: fc.oneof(
      { weight: 5, arbitrary: rightTarget(id) },
      fc.tuple(rightTarget(id), queryText).map(([target, query]) => `${target}?${query}`),
    ),
    headers: fc.array(header, { maxLength: 3 }),
    body: bodyOf(id),
  }),
);

const whateverComes: Arbitrary<OddRequest> = fc.record({
  method: fc.constantFrom(...METHODS),
  target: fc.oneof(
    fc.tuple(oddPath, queryText).map(([path, query]) => `${path}?${query}`),
    fc.tuple(fc.constantFrom('/api', '/tiles', '/api/auth', ''), oddPath).map((parts) => parts.join('')),
    fc.constantFrom('*', 'http://evil.example/api/clients', '//evil.example/api/clients', '/api\\clients', ''),
  ),
  headers: fc.array(header, { maxLength: 12 }),
  body: fc.oneof(fc.constant(undefined), oddBody),
});

export const oddRequest: Arbitrary<OddRequest> = fc.oneof({ weight: 3, arbitrary: nearlyRight }, whateverComes);

/** Bytes that are nearly a request, cut and joined at arbitrary places. */
export const oddBytes: Arbitrary<Buffer> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'GET /api/clients HTTP/1.1\r\n',
        'POST /api/auth/login HTTP/1.1\r\n',
        'GET /api/clients HTTP/1.0\r\n',
        'GET / HTTP/2.0\r\n',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        'Host: localhost:3000\r\n',
        'Content-Length: 5\r\n',
        'Content-Length: +5\r\n',
        'Content-Length: 5, 5\r\n',
        'Transfer-Encoding: chunked\r\n',
        'Transfer-Encoding: xchunked\r\n',
        'Transfer-Encoding : chunked\r\n',
        'Expect: 100-continue\r\n',
        'Expect: x\r\n',
        'Connection: close\r\n',
        'Connection: upgrade\r\nUpgrade: h2c\r\n',
        ' folded\r\n',
        '\r\n',
        '\n',
        '\r',
        '0\r\n\r\n',
        '5\r\nabcde\r\n',
        'ffffffffffffffff\r\n',
        '5;x=y\r\nabcde\r\n',
        '{"a":1}',
      ),
      fc.string({ unit: 'binary', maxLength: 30 }),
    ),
    { minLength: 1, maxLength: 14 },
  )
  .map((parts) => Buffer.from(parts.join(''), 'latin1'));
