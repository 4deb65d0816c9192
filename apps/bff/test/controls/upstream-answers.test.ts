import { type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser, kindOf } from '../support/browser.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { type RawUpstream, rawJson, startRawUpstream } from '../support/raw-upstream.ts';

let users: RawUpstream;
let gateway: Gateway;
let ana: Browser;
beforeAll(async () => {
  users = await startRawUpstream((socket) => socket.write(rawJson([])));
  gateway = await startGateway({ API_URL: `${users.url}/api`, UPSTREAM_TIMEOUT_MS: '3000' });
  ana = new Browser(gateway);
  await ana.signIn(gateway.legacy.users.ana);
});
beforeEach(() => {
  users.requests.length = 0;
});
afterAll(async () => {
  await gateway.close();
  await users.close();
});

type Answer = RawUpstream['answer'];
const USER = [{ id: '3', permissionsList: [{ module: 'T02' }] }];
const head = (...lines: string[]) =>
  ['HTTP/1.1 200 OK', 'Content-Type: application/json', ...lines, '', ''].join('\r\n');
const say =
  (text: string | Buffer): Answer =>
  (socket) =>
    socket.write(text);
const sayAndEnd =
  (text: string): Answer =>
  (socket) =>
    socket.end(text);

/** A million zeros in a kilobyte. */
const BOMB = gzipSync(Buffer.alloc(1024 * 1024, '0'));

const BROKEN: [what: string, answer: Answer][] = [
  ['nothing but a status', sayAndEnd('HTTP/1.1 200 OK\r\n\r\n')],
  ['a length and chunks', say(head('Content-Length: 2', 'Transfer-Encoding: chunked') + '2\r\n[]\r\n0\r\n\r\n')],
  ['two lengths', say(head('Content-Length: 2', 'Content-Length: 3') + '[] ')],
  ['invalid chunk sizes', say(head('Transfer-Encoding: chunked') + 'zz\r\n[]\r\n0\r\n\r\n')],
  ['a chunk that is cut', sayAndEnd(head('Transfer-Encoding: chunked') + '9\r\n[{"id"')],
  ['no last chunk', sayAndEnd(head('Transfer-Encoding: chunked') + '2\r\n[]\r\n')],
  ['half of its length', sayAndEnd(head('Content-Length: 100') + '[{"id":"3"}')],
  ['an invalid status line', say('HTTP/9.9 nothing\r\n\r\n')],
  ['a bare line feed', say('HTTP/1.1 200 OK\nContent-Length: 2\n\n[]')],
  ['a folded header', say(head('X: 1\r\n Content-Length: 2', 'Content-Length: 2') + '[]')],
  ['a head that is too large', say(head(`X: ${'x'.repeat(20_000)}`, 'Content-Length: 2') + '[]')],
  ['a NUL in a header', say(head('X: a\0b', 'Content-Length: 2') + '[]')],
  [
    'an unrequested protocol upgrade',
    say('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
  ],
  [
    'something compressed',
    say(Buffer.concat([Buffer.from(head('Content-Encoding: gzip', `Content-Length: ${BOMB.length}`)), BOMB])),
  ],
  ['a page', say(head('Content-Length: 6').replace('application/json', 'text/html') + '<html>')],
  [
    'a part of the content',
    say(head('Content-Range: bytes 0-4/900', 'Content-Length: 5').replace('200 OK', '206 Partial') + '[{"id'),
  ],
  ['another shape', say(rawJson({ users: [] }))],
  ['invalid rows', say(rawJson([null, 7, ['3']]))],
  [
    'more than a list may hold',
    (socket) => socket.write(head('Content-Length: 99000000') + '['.padEnd(9 * 1024 * 1024, ' ')),
  ],
  [
    'more than that in chunks',
    (socket) =>
      socket.write(
        head('Transfer-Encoding: chunked') + `${(9 * 1024 * 1024).toString(16)}\r\n${'['.padEnd(9 * 1024 * 1024, ' ')}`,
      ),
  ],
  ...[301, 302, 303, 307, 308].map((status): [string, Answer] => [
    `a redirect with ${status}`,
    say(`HTTP/1.1 ${status} Moved\r\nLocation: http://127.0.0.1/api/users/LIMA\r\nContent-Length: 0\r\n\r\n`),
  ]),
  ['a redirect to a file', say('HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n')],
  ['304 although nothing was kept', say('HTTP/1.1 304 Not Modified\r\n\r\n')],
];

describe('an invalid response of an upstream', () => {
  it.each(BROKEN)('G25 G27 G32: %s: one problem, logged once, called once', async (what, answer) => {
    users.answer = answer;
    const before = gateway.logLines().length;
    const response = await ana.get('/api/users');
    expect([response.status, kindOf(response)]).toEqual([502, 'upstream-broken']);
    expect(response.headers['location']).toBeUndefined();
    expect(response.text).not.toMatch(/127\.0\.0\.1|passwd|HPE_|stack|ECONN/);
    const own = gateway
      .logLines()
      .slice(before)
      .filter((line) => line['requestId'] === response.headers['x-request-id']);
    expect([what, own.filter((line) => line['kind'] !== undefined).length]).toEqual([what, 1]);
    expect(users.requests).toHaveLength(1);
    users.answer = say(rawJson(USER));
    const control = await ana.get('/api/users');
    expect([control.status, control.body]).toEqual([200, USER]);
    expect(users.requests).toHaveLength(2);
  });
});

describe('an unusual response of an upstream', () => {
  const body = JSON.stringify(USER);
  it.each<[string, Answer]>([
    ['closes the connection instead of sending a length', sayAndEnd(head('Connection: close') + body)],
    ['speaks HTTP/1.0', sayAndEnd((head() + body).replace('HTTP/1.1', 'HTTP/1.0'))],
    [
      'sends trailers',
      say(
        head('Transfer-Encoding: chunked') +
          `${body.length.toString(16)}\r\n${body}\r\n0\r\nSet-Cookie: late=1\r\n\r\n`,
      ),
    ],
    [
      'sends early hints',
      say(`HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\nSet-Cookie: early=1\r\n\r\n${rawJson(USER)}`),
    ],
    ['sends an unexpected 100 Continue', say(`HTTP/1.1 100 Continue\r\n\r\n${rawJson(USER)}`)],
    ['sends 102 Processing', say('HTTP/1.1 102 Processing\r\n\r\n'.repeat(3) + rawJson(USER))],
    ['is sent byte by byte', (socket) => void drip(socket, rawJson(USER))],
  ])('G23 G27: a response that %s is accepted, without passing that on', async (_what, answer) => {
    users.answer = answer;
    const response = await ana.get('/api/users');
    expect([response.status, response.body]).toEqual([200, USER]);
    expect(JSON.stringify(response.headers)).not.toMatch(/early|late|preload/);
    expect(users.requests).toHaveLength(1);
  });

  it('G27: the gateway’s own calls ignore an offer to upgrade too', async () => {
    gateway.legacy.on('GET /storage/sgdempresa/findPredeterminado', (_hit, res) => {
      res.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    });
    expect(kindOf(await ana.get('/api/storage'))).toBe('upstream-broken');
    gateway.legacy.on('GET /storage/sgdempresa/findPredeterminado', undefined);
    expect((await ana.get('/api/storage')).status).toBe(200);
  });

  it('G27: endless informational responses are a 504', async () => {
    users.answer = (socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 60);
      socket.once('close', () => {
        clearInterval(timer);
      });
    };
    expect(kindOf(await ana.get('/api/users'))).toBe('upstream-timeout');
  });

  it('G27: a flood of informational responses closes the connection, in every kind of call', async () => {
    const flood = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(200);
    const closed = Promise.withResolvers<undefined>();
    users.answer = (socket) => {
      socket.once('close', () => {
        closed.resolve(undefined);
      });
      socket.write(flood);
    };
    expect(kindOf(await ana.get('/api/users'))).toBe('upstream-broken');
    await closed.promise;
    const alsoClosed = Promise.withResolvers<undefined>();
    gateway.legacy.on('GET /storage/sgdempresa/findPredeterminado', (_hit, res) => {
      res.socket?.once('close', () => {
        alsoClosed.resolve(undefined);
      });
      res.socket?.write(flood);
    });
    expect(kindOf(await ana.get('/api/storage'))).toBe('upstream-broken');
    await alsoClosed.promise;
    gateway.legacy.on('GET /storage/sgdempresa/findPredeterminado', undefined);
    expect((await ana.get('/api/storage')).status).toBe(200);
  });

  it('G27: a response that drips beyond the limit is a 504, and its connection is closed', async () => {
    const closed = Promise.withResolvers<undefined>();
    users.answer = (socket) => {
      socket.once('close', () => {
        closed.resolve(undefined);
      });
      void drip(socket, head('Content-Length: 100000') + ' '.repeat(100_000));
    };
    expect(kindOf(await ana.get('/api/users'))).toBe('upstream-timeout');
    await closed.promise;
  });
});

async function drip(socket: Socket, text: string): Promise<void> {
  for (const byte of text) {
    if (socket.destroyed) return;
    socket.write(byte);
    await new Promise((resolve) => setImmediate(resolve));
    if (text.length > 10_000) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('a write', () => {
  const save = () => ana.post('/api/permission/3', { permissionsList: [{ module: 'T02' }] });
  const writes = () => users.requests.filter((request) => request.startsWith('POST /api/permission/3 '));
  /** The list is answered normally; the test decides about the write. */
  const onWrite = (answer: Answer): Answer => {
    return (socket, request) => {
      if (request.startsWith('GET')) socket.write(rawJson(USER));
      else answer(socket, request);
    };
  };

  it('G27: arrives once', async () => {
    users.answer = onWrite(say(rawJson({})));
    expect((await save()).status).toBe(200);
    expect(writes()).toHaveLength(1);
  });

  it.each<[string, Answer, string]>([
    ['cuts the connection', (socket) => socket.destroy(), 'upstream-unreachable'],
    ['resets it', (socket) => socket.resetAndDestroy(), 'upstream-unreachable'],
    [
      'cuts a refusal half way',
      sayAndEnd(head('Content-Length: 50').replace('200 OK', '500 No') + '{'),
      'upstream-failed',
    ],
    [
      'answers 503 and asks to come back',
      say('HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n'),
      'unavailable',
    ],
    ['answers 408', say('HTTP/1.1 408 Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'), 'upstream-timeout'],
    ['answers 421', say('HTTP/1.1 421 Misdirected\r\nContent-Length: 0\r\n\r\n'), 'upstream-rejected'],
    ['answers 425', say('HTTP/1.1 425 Too Early\r\nContent-Length: 0\r\n\r\n'), 'upstream-rejected'],
    [
      'redirects',
      say('HTTP/1.1 307 Elsewhere\r\nLocation: /api/permission/3\r\nContent-Length: 0\r\n\r\n'),
      'upstream-broken',
    ],
    ['says nothing', () => undefined, 'upstream-timeout'],
  ])('G27: is not repeated if the host %s', async (_what, answer, kind) => {
    users.answer = onWrite(answer);
    expect(kindOf(await save())).toBe(kind);
    expect(writes()).toHaveLength(1);
  });

  it('G27: is not repeated if a kept connection turns out to be closed', async () => {
    users.answer = onWrite(say(rawJson({})));
    expect((await save()).status).toBe(200);
    // Closes the connection of the write, which has served requests before.
    const before = users.connections;
    users.answer = onWrite((socket) => socket.destroy());
    expect(kindOf(await save())).toBe('upstream-unreachable');
    expect([users.connections - before, writes().length]).toEqual([0, 2]);
    users.answer = onWrite(say(rawJson({})));
    expect((await save()).status).toBe(200);
    expect(writes()).toHaveLength(3);
  });
});

describe('connections to an upstream', () => {
  it('G27: are limited in number, and a waiting call is answered in time', async () => {
    const agent = gateway.services.agents.of(gateway.services.config.API_URL);
    expect(agent.maxSockets).toBe(256);
    agent.destroy();
    agent.maxSockets = 2;
    const before = users.connections;
    const held: Socket[] = [];
    users.answer = (socket) => held.push(socket);
    const calls = [1, 2, 3, 4].map(() => ana.copy().get('/api/users'));
    await expect.poll(() => held.length).toBe(2);
    for (const socket of held.splice(0)) socket.write(rawJson(USER));
    await expect.poll(() => held.length).toBe(2);
    expect(users.connections - before).toBe(2);
    for (const socket of held.splice(0)) socket.write(rawJson(USER));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    agent.maxSockets = 256;
  });
});
