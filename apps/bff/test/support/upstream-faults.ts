import { type OperationId } from '@despacho/contracts/operations';
import { type ServerResponse } from 'node:http';
import { sampleAnswer } from './arbitraries.ts';
import { type Respond, sendJson } from './fake-upstream.ts';
import { fileTypes, operationOf, policyOf } from './sweep.ts';

export const isStream = (id: OperationId): boolean => policyOf(id).limits.answer === Infinity;
/** A download, passed on as it arrives. */
export const isFile = (id: OperationId): boolean => fileTypes(id) !== undefined;
export const isPicture = (id: OperationId): boolean => 'send' in policyOf(id).to;

const INSIDE = 'db-7.interno:5432 at /srv/legacy/app.js:12:3';
const inside = { message: INSIDE, stack: INSIDE, error: { sql: INSIDE } };

/** Sends the start of a response and then cuts the connection. */
const cut =
  (begin: (res: ServerResponse) => void): Respond =>
  (_hit, res) => {
    begin(res);
    setImmediate(() => res.socket?.destroy());
  };

const bytes =
  (text: string): Respond =>
  (_hit, res) => {
    res.socket?.end(text);
  };

const status =
  (code: number, headers: Record<string, string> = {}): Respond =>
  (_hit, res) => {
    sendJson(res, code, inside, headers);
  };

const BROKEN = [502, 'upstream-broken'] as const;

interface Fault {
  what: string;
  respond: (id: OperationId) => Respond;
  outcome: readonly [status: number, kind: string];
  /** Comes with a 2xx, which means that a permission save succeeded. */
  isSuccess?: true;
  /** Differs at login: a refusal of the host is a wrong login, without a reason. */
  atLogin?: readonly [status: number, kind: string];
  /** Differs for calls with an assertion, which our own service checks. */
  ofAssertion?: readonly [status: number, kind: string];
  not?: (id: OperationId) => boolean;
}

const WRONG = [401, 'wrong-credentials'] as const;
const UNAVAILABLE = [503, 'unavailable'] as const;

/** Written by hand: the problem for each kind of faulty upstream. */
export const FAULTS: readonly Fault[] = [
  {
    what: 'dead',
    respond: () => (_hit, _res, req) => req.socket.destroy(),
    outcome: [502, 'upstream-unreachable'],
  },
  {
    what: 'not speaking HTTP',
    respond: () => bytes('220 smtp ready\r\n'),
    outcome: BROKEN,
  },
  {
    what: 'breaking off into garbage with the first packet',
    isSuccess: true,
    respond: () => bytes('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nno chunk'),
    outcome: BROKEN,
    not: isStream,
  },
  {
    what: 'sending headers without end',
    respond: () => (_hit, res) => {
      res.socket?.write('HTTP/1.1 200 OK\r\n');
      for (let turn = 0; turn < 64; turn += 1) res.socket?.write(`X-${turn}: ${'x'.repeat(1024)}\r\n`);
    },
    outcome: BROKEN,
  },
  {
    what: 'sending a page',
    isSuccess: true,
    respond: () => (_hit, res) =>
      res.writeHead(200, { 'content-type': 'text/html' }).end(`<html>${INSIDE}<script>alert(1)</script></html>`),
    outcome: BROKEN,
  },
  {
    what: 'sending another shape',
    isSuccess: true,
    respond: () => (_hit, res) => {
      sendJson(res, 200, 'texto');
    },
    outcome: BROKEN,
    atLogin: WRONG,
  },
  {
    what: 'sending the shape it likes',
    isSuccess: true,
    respond: () => (_hit, res) => {
      sendJson(res, 200, [[inside], 7, null]);
    },
    outcome: BROKEN,
    atLogin: WRONG,
  },
  {
    what: 'redirecting',
    respond: () => status(302, { location: 'http://evil.example/', 'set-cookie': 'up=1' }),
    outcome: BROKEN,
  },
  { what: 'redirecting for good', respond: () => status(308, { location: '//evil.example/' }), outcome: BROKEN },
  {
    what: 'cut short',
    isSuccess: true,
    respond: () => cut((res) => res.writeHead(200, { 'content-length': '5000' }).write('[{"id":1},')),
    outcome: BROKEN,
  },
  {
    what: 'cut short between chunks',
    isSuccess: true,
    respond: () => cut((res) => res.writeHead(200, { 'content-type': 'application/json' }).write('[{"id":1},')),
    outcome: BROKEN,
    not: isPicture,
  },
  {
    what: 'sending too much',
    isSuccess: true,
    respond: (id) => (_hit, res) => {
      const { answer } = policyOf(id).limits;
      const valid = JSON.stringify(sampleAnswer(operationOf(id)) ?? {});
      res.writeHead(200, { 'content-type': isPicture(id) ? 'image/png' : 'application/json' });
      res.end(`${valid}${' '.repeat(answer)}`);
    },
    outcome: BROKEN,
    // When a file turns out too long, its start has already been sent.
    not: (id) => isStream(id) || isFile(id),
  },
  {
    what: 'nested without end',
    isSuccess: true,
    respond: () => (_hit, res) => res.writeHead(200).end('['.repeat(50_000) + ']'.repeat(50_000)),
    outcome: BROKEN,
    atLogin: WRONG,
  },
  {
    what: 'not sending text',
    isSuccess: true,
    respond: () => (_hit, res) => res.writeHead(200).end(Buffer.from('[{"id":1,"name":"\xff"}]', 'latin1')),
    outcome: BROKEN,
  },
  {
    what: 'sending something compressed that nobody asked for',
    isSuccess: true,
    respond: () => (_hit, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.from([31, 139, 8, 0])),
    outcome: BROKEN,
  },
  { what: 'refusing the data', respond: () => status(400), outcome: [400, 'upstream-rejected'], atLogin: WRONG },
  { what: 'unable to do it', respond: () => status(422), outcome: [422, 'unprocessable'], atLogin: WRONG },
  { what: 'knowing it no more', respond: () => status(410), outcome: [410, 'expired'], atLogin: WRONG },
  {
    what: 'refusing the token',
    respond: () => status(401),
    outcome: [403, 'upstream-refused'],
    atLogin: WRONG,
    ofAssertion: UNAVAILABLE,
  },
  { what: 'refusing the person', respond: () => status(403), outcome: [403, 'upstream-refused'], atLogin: WRONG },
  { what: 'knowing nothing of it', respond: () => status(404), outcome: [404, 'not-found'], atLogin: WRONG },
  { what: 'seeing a conflict', respond: () => status(409), outcome: [409, 'conflict'], atLogin: WRONG },
  { what: 'too busy', respond: () => status(429), outcome: [503, 'unavailable'] },
  { what: 'failing', respond: () => status(500), outcome: [500, 'upstream-failed'], atLogin: UNAVAILABLE },
  {
    what: 'a broken gateway itself',
    respond: () => status(502),
    outcome: [502, 'upstream-unreachable'],
    atLogin: UNAVAILABLE,
  },
  { what: 'under maintenance', respond: () => status(503), outcome: UNAVAILABLE },
  { what: 'out of time itself', respond: () => status(504), outcome: [504, 'upstream-timeout'] },
];
