import { once } from 'node:events';
import { type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../support/browser.ts';
import { sendJson } from '../support/fake-upstream.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { headerOf } from '../support/http-answers.ts';
import { type RawUpstream, rawJson, startRawUpstream } from '../support/raw-upstream.ts';
import { dial, problemOf, requestBy } from '../support/wire.ts';

let gateway: Gateway;
let ana: Browser;
beforeAll(async () => {
  gateway = await startGateway();
  ana = new Browser(gateway);
  await ana.signIn(gateway.legacy.users.ana);
});
beforeEach(() => {
  gateway.legacy.hits.length = 0;
});
afterAll(() => gateway.close());

const BODY = '{"permissionsList":[{"module":"T02"}]}';
const CHUNKED = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
const JSON_TYPE = 'Content-Type: application/json';
const LENGTH = `Content-Length: ${BODY.length}`;
const WRITE = 'POST /api/permission/3 HTTP/1.1';
const READ = 'GET /api/clients HTTP/1.1';

/** A request that must never be served, placed where another parser would see the next request begin. */
const smuggled = () => requestBy(ana, 'GET /api/clients/SMUGGLED HTTP/1.1');

const writes = () => gateway.legacy.hits.filter(({ method }) => method === 'POST');

async function exchange(text: string, count = 1) {
  const wire = dial(gateway.port);
  wire.write(text);
  const answers = await wire.answered(count);
  return { wire, answers };
}

const write = (headers: string[], body: string) => requestBy(ana, WRITE, [JSON_TYPE, ...headers], body);

describe('ambiguous framing', () => {
  it.each<[what: string, text: () => string]>([
    ['a length and chunks', () => write(['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled()}`)],
    ['chunks and a length', () => write(['Transfer-Encoding: chunked', 'Content-Length: 5'], `0\r\n\r\n${smuggled()}`)],
    ['two lengths', () => write([LENGTH, 'Content-Length: 5'], BODY + smuggled())],
    ['the same length twice', () => write([LENGTH, LENGTH], BODY + smuggled())],
    ['two lengths in one', () => write([`${LENGTH}, 5`], BODY + smuggled())],
    ['a length with a sign', () => write([`Content-Length: +${BODY.length}`], BODY + smuggled())],
    ['a negative length', () => write(['Content-Length: -1'], BODY + smuggled())],
    ['a hexadecimal length', () => write(['Content-Length: 0x26'], BODY + smuggled())],
    ['a length beyond numbers', () => write(['Content-Length: 99999999999999999999'], BODY + smuggled())],
    ['a length with a blank before its colon', () => write([`Content-Length : ${BODY.length}`], BODY + smuggled())],
    ['chunks with a blank before the colon', () => write(['Transfer-Encoding : chunked'], CHUNKED + smuggled())],
    ['chunks, then something else', () => write(['Transfer-Encoding: chunked, identity'], CHUNKED + smuggled())],
    ['something else, then chunks', () => write(['Transfer-Encoding: gzip, chunked'], CHUNKED + smuggled())],
    ['chunks twice', () => write(['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], CHUNKED + smuggled())],
    [
      'chunks in two headers',
      () => write(['Transfer-Encoding: identity', 'Transfer-Encoding: chunked'], CHUNKED + smuggled()),
    ],
    ['another coding', () => write(['Transfer-Encoding: identity'], BODY + smuggled())],
    ['a coding that looks like chunks', () => write(['Transfer-Encoding: xchunked'], CHUNKED + smuggled())],
    ['a quoted coding', () => write(['Transfer-Encoding: "chunked"'], CHUNKED + smuggled())],
    ['a vertical tab before chunks', () => write(['Transfer-Encoding: \x0bchunked'], CHUNKED + smuggled())],
    ['a folded header', () => write(['X: 1\r\n Transfer-Encoding: chunked', LENGTH], BODY + smuggled())],
    ['a folded coding', () => write(['Transfer-Encoding:\r\n chunked'], CHUNKED + smuggled())],
    ['a bare line feed between headers', () => write([`X: 1\n${LENGTH}`], BODY + smuggled())],
    ['bare line feeds alone', () => write([LENGTH], BODY).replaceAll('\r\n', '\n') + smuggled()],
    ['a bare carriage return', () => write([`X: 1\r${LENGTH}`], BODY + smuggled())],
    ['a NUL in a header', () => write([LENGTH, 'X: a\0b'], BODY + smuggled())],
    ['a header without a colon', () => write([LENGTH, 'nonsense'], BODY + smuggled())],
    ['a header name with a blank', () => write([LENGTH, 'X Y: 1'], BODY + smuggled())],
    ['a blank before the first header', () => write([LENGTH], BODY).replace('\r\nHost', '\r\n Host') + smuggled()],
    ['an invalid chunk size', () => write(['Transfer-Encoding: chunked'], `zz\r\n${BODY}\r\n0\r\n\r\n${smuggled()}`)],
    ['a negative chunk size', () => write(['Transfer-Encoding: chunked'], `-1\r\n${BODY}\r\n0\r\n\r\n${smuggled()}`)],
    [
      'a chunk size with a prefix',
      () => write(['Transfer-Encoding: chunked'], `0x26\r\n${BODY}\r\n0\r\n\r\n${smuggled()}`),
    ],
    [
      'a chunk size beyond numbers',
      () => write(['Transfer-Encoding: chunked'], `fffffffffffffffff\r\n${BODY}${smuggled()}`),
    ],
    [
      'a chunk longer than its size',
      () => write(['Transfer-Encoding: chunked'], `5\r\n${BODY}\r\n0\r\n\r\n${smuggled()}`),
    ],
    [
      'a line feed after the chunk size',
      () => write(['Transfer-Encoding: chunked'], CHUNKED.replace('\r\n', '\n') + smuggled()),
    ],
    [
      'a chunk extension with a line feed',
      () => write(['Transfer-Encoding: chunked'], CHUNKED.replace('\r\n', ';a\nb\r\n') + smuggled()),
    ],
    [
      'chunks in HTTP/1.0',
      () =>
        write(['Transfer-Encoding: chunked', 'Connection: keep-alive'], CHUNKED).replace('HTTP/1.1', 'HTTP/1.0') +
        smuggled(),
    ],
  ])('C5 G28: %s: refused, and nothing behind it is served', async (_what, text) => {
    const wire = dial(gateway.port);
    wire.write(text());
    const answers = await wire.closed;
    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect(gateway.legacy.hits).toEqual([]);

    for (const control of [write([LENGTH], BODY), write(['Transfer-Encoding: chunked'], CHUNKED)]) {
      const proper = await exchange(control);
      expect(proper.answers.map(problemOf)).toEqual([200]);
      proper.wire.socket.destroy();
    }
    expect(writes().map(({ body }) => body.includes('"T02"'))).toEqual([true, true]);
  });

  it.each(['GET', 'DELETE', 'OPTIONS', 'HEAD', 'PUT', 'TRACE'])(
    'G28: %s with chunks is one request, and its body contains none',
    async (method) => {
      const inner = smuggled();
      const text = requestBy(
        ana,
        `${method} /api/clients HTTP/1.1`,
        ['Transfer-Encoding: chunked'],
        `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`,
      );
      const wire = dial(gateway.port, [method]);
      wire.write(text + requestBy(ana, READ));
      const answers = await wire.answered(2);
      expect(answers.map(({ status }) => status)).toEqual([method === 'GET' ? 400 : 405, 200]);
      expect(gateway.legacy.hits.map(({ path }) => path)).toEqual(['/base/clients/']);
      wire.socket.destroy();
    },
  );

  it('G28: sends a chunked body upstream with a length', async () => {
    const { wire } = await exchange(write(['Transfer-Encoding: chunked'], CHUNKED));
    expect(writes()).toHaveLength(1);
    expect(writes()[0]?.headers['transfer-encoding']).toBeUndefined();
    expect(writes()[0]?.headers['content-length']).toBe(String(writes()[0]?.body.length));
    wire.socket.destroy();
  });
});

describe('pipelined requests', () => {
  it('G28: are answered one by one in order, however long each takes', async () => {
    gateway.legacy.on('GET /base/clients/7', async (_hit, res) => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      sendJson(res, 200, { id: 7 });
    });
    const texts = ['/api/clients/7', '/api/clients/C-8', '/api/config', '/api/nothing', '/api/clients/7'].map((path) =>
      requestBy(ana, `GET ${path} HTTP/1.1`),
    );
    const { wire, answers } = await exchange(texts.join(''), texts.length);
    gateway.legacy.on('GET /base/clients/7', undefined);
    const bodies = answers.map(({ body }) => JSON.parse(body.toString()) as { id?: unknown; status?: number });
    expect(bodies.map(({ id, status }) => id ?? status ?? 'config')).toEqual([7, 'C-8', 'config', 404, 7]);
    expect(gateway.legacy.hits.map(({ path }) => path).sort()).toEqual([
      '/base/clients/7',
      '/base/clients/7',
      '/base/clients/C-8',
    ]);
    wire.socket.destroy();
  });

  it('G28: of two users on one connection get their own responses', async () => {
    const rosa = new Browser(gateway);
    await rosa.signIn(gateway.legacy.users.rosa);
    const texts = [ana, rosa, ana].map((browser) => requestBy(browser, 'GET /api/auth/session HTTP/1.1'));
    const { wire, answers } = await exchange(texts.join(''), texts.length);
    const names = answers.map(({ body }) => (JSON.parse(body.toString()) as { username: string }).username);
    expect(names).toEqual(['ana', 'rosa', 'ana']);
    wire.socket.destroy();
  });

  it.each<[what: string, first: () => string]>([
    ['asked for the connection to be closed', () => requestBy(ana, READ, ['Connection: close'])],
    ['is of HTTP/1.0', () => requestBy(ana, READ.replace('1.1', '1.0'))],
    // Node treats such a request as the last one before another protocol, and drops bytes that arrived with it.
    ['offers another protocol', () => requestBy(ana, READ, ['Connection: Upgrade', 'Upgrade: websocket'])],
  ])('G28: serves nothing after a request that %s, and answers that one', async (_what, first) => {
    for (const behind of [smuggled(), `${smuggled()}${smuggled()}`, 'nonsense']) {
      const wire = dial(gateway.port);
      wire.write(first() + behind);
      const [answer, ...more] = await wire.closed;
      expect(answer?.status).toBe(200);
      expect(answer && headerOf(answer, 'connection')).toBe('close');
      expect(more).toEqual([]);
    }
    expect(gateway.legacy.hits.map(({ path }) => path)).toEqual(Array(3).fill('/base/clients/'));
  });

  it('G28: does not read a body as a request after dropping an upgrade offer', async () => {
    const inner = smuggled();
    const victim = requestBy(ana, 'POST /api/nothing HTTP/1.1', [`Content-Length: ${inner.length}`]);
    const goOn = Promise.withResolvers<undefined>();
    gateway.legacy.on('GET /base/clients/', async (_hit, res) => {
      await goOn.promise;
      sendJson(res, 200, []);
    });
    const arrived = once(gateway.server, 'connection') as Promise<[Socket]>;
    const wire = dial(gateway.port);
    const first = requestBy(ana, READ, ['Connection: Upgrade', 'Upgrade: h2c']) + victim;
    wire.write(first);
    await expect.poll(() => gateway.legacy.hits).toHaveLength(1);
    wire.write(inner);
    const [socket] = await arrived;
    await expect.poll(() => socket.bytesRead).toBe(first.length + inner.length);
    goOn.resolve(undefined);
    const answers = await wire.closed;
    gateway.legacy.on('GET /base/clients/', undefined);
    expect(answers.map(({ status }) => status)).toEqual([200]);
    expect(gateway.legacy.hits.map(({ path }) => path)).toEqual(['/base/clients/']);
  });

  it('G28: does not read a refused body as the next request', async () => {
    const inner = smuggled();
    const wire = dial(gateway.port);
    wire.write(
      requestBy(ana, 'POST /api/nothing HTTP/1.1', [`Content-Length: ${inner.length}`], inner) + requestBy(ana, READ),
    );
    const answers = await wire.answered(2);
    expect(answers.map(problemOf)).toEqual(['not-found', 200]);
    expect(gateway.legacy.hits.map(({ path }) => path)).toEqual(['/base/clients/']);
    wire.socket.destroy();
  });
});

describe('extra bytes after an upstream’s response', () => {
  let raw: RawUpstream;
  let other: Gateway;
  let person: Browser;
  beforeAll(async () => {
    raw = await startRawUpstream((socket) => socket.write(rawJson([])));
    other = await startGateway({ API_URL: `${raw.url}/api` });
    person = new Browser(other);
    await person.signIn(other.legacy.users.ana);
  });
  afterAll(async () => {
    await other.close();
    await raw.close();
  });

  const POISON = rawJson([{ id: '666', permissionsList: [], poison: true }]);
  it.each<[what: string, answer: RawUpstream['answer']]>([
    ['two answers at once', (socket) => socket.write(rawJson([]) + POISON)],
    [
      'a second answer a moment later',
      (socket) => {
        socket.write(rawJson([]));
        setTimeout(() => socket.write(POISON), 20);
      },
    ],
    ['a body longer than its length', (socket) => socket.write(rawJson([]) + POISON.slice(POISON.indexOf('[')))],
    ['an answer after an empty one', (socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n' + POISON)],
  ])('G28: %s: reach no other user', async (_what, answer) => {
    raw.answer = answer;
    const first = await person.get('/api/users');
    expect(JSON.stringify(first.body)).not.toContain('poison');
    await new Promise((resolve) => setTimeout(resolve, 60));
    raw.answer = (socket) => socket.write(rawJson([{ id: '1', permissionsList: [] }]));
    const before = raw.requests.length;
    for (let turn = 0; turn < 3; turn += 1) {
      const next = await person.get('/api/users');
      expect([next.status, next.body]).toEqual([200, [{ id: '1', permissionsList: [] }]]);
    }
    expect(raw.requests).toHaveLength(before + 3);
  });
});
