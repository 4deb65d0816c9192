import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultsOfAnswer } from '../support/witness.ts';
import { Browser } from '../support/browser.ts';
import { type Gateway, ORIGIN, startGateway } from '../support/gateway.ts';
import { headerOf, type WireAnswer } from '../support/http-answers.ts';
import { ask, dial, problemOf, requestBy } from '../support/wire.ts';

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

const READ = 'GET /api/clients HTTP/1.1';
const BODY = '{"permissionsList":[]}';

/** A complete problem with every header, and one log line with its request id. */
function expectProblem(answer: WireAnswer | undefined, status: number, kind: string): void {
  expect([answer?.status, problemOf(answer)]).toEqual([status, kind]);
  if (!answer) return;
  expect(faultsOfAnswer({ request: undefined, answer })).toEqual([]);
  expect(headerOf(answer, 'cache-control')).toBe('no-store');
  const id = headerOf(answer, 'x-request-id');
  const lines = gateway.logLines().filter((line) => line['requestId'] === id && line['kind'] === kind);
  expect(lines).toHaveLength(1);
}

/** A valid request on the same connection by the same user. */
async function expectControl(): Promise<void> {
  expect(gateway.legacy.hits).toHaveLength(0);
  expect((await ask(gateway.port, requestBy(ana, READ)))?.status).toBe(200);
  expect(gateway.legacy.hits).toHaveLength(1);
}

describe('bytes that are not a request', () => {
  const host = 'Host: localhost\r\n';
  it.each([
    ['no HTTP at all', 'what is this\r\n\r\n', 400, 'invalid-request'],
    ['HTTP/0.9', 'GET /api/config\r\n\r\n', 400, 'invalid-request'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'invalid-request'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'invalid-request'],
    ['a method nobody knows', `BREW /api/clients HTTP/1.1\r\n${host}\r\n`, 400, 'invalid-request'],
    ['a method in small letters', `get /api/clients HTTP/1.1\r\n${host}\r\n`, 400, 'invalid-request'],
    ['HTTP/3.0', `GET /api/clients HTTP/3.0\r\n${host}\r\n`, 400, 'invalid-request'],
    ['a control character in a header', `${READ}\r\n${host}X: a\x01b\r\n\r\n`, 400, 'invalid-request'],
    ['a NUL in the target', `GET /api/\0 HTTP/1.1\r\n${host}\r\n`, 400, 'invalid-request'],
    ['a head that is too large', `${READ}\r\n${host}X: ${'x'.repeat(17_000)}\r\n\r\n`, 431, 'headers-too-large'],
  ])('G30 G32: refuses %s like the chain would', async (_what, bytes, status, kind) => {
    expectProblem(await ask(gateway.port, bytes), status, kind);
    await expectControl();
  });

  it('G21 G30: answers CONNECT with a 405 that lists the allowed methods', async () => {
    const wire = dial(gateway.port);
    wire.write(requestBy(ana, 'CONNECT evil.example:443 HTTP/1.1'));
    const [answer, ...more] = await wire.closed;
    expect(more).toEqual([]);
    expectProblem(answer, 405, 'method-not-allowed');
    expect(answer && headerOf(answer, 'allow')).toBe('GET, POST');
    await expectControl();
  });

  it('G32: refuses a connection once and then closes it', async () => {
    const wire = dial(gateway.port);
    const before = gateway.logLines().length;
    wire.write('one\r\n\r\n');
    await wire.answered(1);
    wire.write('two\r\n\r\n');
    expect((await wire.closed).map(({ status }) => status)).toEqual([400]);
    expect(gateway.logLines().slice(before)).toHaveLength(1);
  });
});

describe('small chunks that are expensive', () => {
  const begin = () =>
    requestBy(ana, 'POST /api/permission/3 HTTP/1.1', ['Content-Type: application/json', 'Transfer-Encoding: chunked']);

  it('G16 G27: answers endless chunk extensions with a 413', async () => {
    const wire = dial(gateway.port);
    wire.write(`${begin()}1;${'x'.repeat(20_000)}\r\n`);
    expectProblem((await wire.closed)[0], 413, 'too-large');
    await expectControl();
  });

  it('G16: answers more bytes than the row allows with a 413, however small the chunks', async () => {
    const wire = dial(gateway.port);
    wire.write(`${begin()}${'1\r\n \r\n'.repeat(17_000)}0\r\n\r\n`);
    expectProblem((await wire.answered(1))[0], 413, 'too-large');
    wire.socket.destroy();
    await expectControl();
  });
});

it.each([
  ['GET /api/clients', 200],
  ['POST /api/auth/logout', 204],
])('G16: an empty chunked body of %s counts as none', async (line, status) => {
  const visitor = new Browser(gateway);
  await visitor.signIn(gateway.legacy.users.ana);
  const wire = dial(gateway.port);
  wire.write(requestBy(visitor, `${line} HTTP/1.1`, ['Transfer-Encoding: chunked'], '0\r\n\r\n'));
  expect((await wire.answered(1)).map(problemOf)).toEqual([status]);
  wire.socket.destroy();
});

describe('a refused connection', () => {
  it('G36: is closed although the client keeps its half open', async () => {
    const socket = connect({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true });
    const reset = once(socket, 'error').catch(() => undefined);
    socket.resume().write('what is this\r\n\r\n');
    await once(socket, 'end');
    expect(socket.writable).toBe(true);
    // Only writing to the socket reveals that the gateway has closed it.
    const timer = setInterval(() => socket.write('x'), 100);
    await reset;
    clearInterval(timer);
    socket.destroy();
  });
});

describe('ambiguous request heads', () => {
  const others =
    (...headers: string[]) =>
    () =>
      requestBy(ana, READ, headers);
  it.each<[what: string, text: () => string, status: number, kind: string]>([
    ['no Host', () => `${READ}\r\n\r\n`, 400, 'invalid-request'],
    ['an empty Host', () => `${READ}\r\nHost:\r\n\r\n`, 400, 'invalid-request'],
    ['two Hosts', others('Host: evil.example'), 400, 'invalid-request'],
    ['a Host with a path', () => `${READ}\r\nHost: localhost/evil\r\n\r\n`, 400, 'invalid-request'],
    ['two Origins', others(`Origin: ${ORIGIN}`, 'Origin: http://evil.example'), 400, 'invalid-request'],
    ['two fetch sites', others('Sec-Fetch-Site: cross-site'), 400, 'invalid-request'],
    ['two types', others('Content-Type: text/plain', 'Content-Type: application/json'), 400, 'invalid-request'],
    ['two cookie headers', others('Cookie: despacho=x'), 400, 'invalid-request'],
    ['two tokens', others('x-xsrf-token: a'), 400, 'invalid-request'],
    ['a hundred headers', others(...Array.from({ length: 100 }, (_, i) => `X-${i}: 1`)), 431, 'headers-too-large'],
    ['an expectation nobody meets', others('Expect: a-pony'), 417, 'expectation-failed'],
    ['one more beside the usual', others('Expect: 100-continue, a-pony'), 417, 'expectation-failed'],
    [
      'chunks in HTTP/1.0',
      () => requestBy(ana, 'POST /api/permission/3 HTTP/1.0', ['Transfer-Encoding: chunked'], `0\r\n\r\n`),
      400,
      'invalid-request',
    ],
  ])('G23 G30: %s', async (_what, text, status, kind) => {
    const wire = dial(gateway.port);
    wire.write(text());
    const [answer] = await wire.closed;
    expectProblem(answer, status, kind);
    await expectControl();
  });

  it('G23: refuses the session cookie sent twice, whichever is valid', async () => {
    const real = `despacho=${ana.cookies.get('despacho') ?? ''}`;
    for (const cookie of [`${real}; despacho=tossed`, `despacho=tossed; ${real}`]) {
      const text = [READ, 'Host: localhost', `Cookie: ${cookie}`, '', ''].join('\r\n');
      expectProblem(await ask(gateway.port, text), 400, 'invalid-request');
    }
    await expectControl();
  });

  it('G30: serves HTTP/1.0 without a Host and closes the connection', async () => {
    const wire = dial(gateway.port);
    wire.write(`GET /api/clients HTTP/1.0\r\nCookie: ${ana.cookieHeader}\r\n\r\n`);
    const [answer] = await wire.closed;
    expect(answer?.status).toBe(200);
    expect(gateway.legacy.hits).toHaveLength(1);
  });

  it('ignores an offer to upgrade', async () => {
    for (const protocol of ['websocket', 'h2c']) {
      const headers = [
        'Connection: Upgrade, HTTP2-Settings',
        `Upgrade: ${protocol}`,
        'HTTP2-Settings: AAMAAABkAAQAAP__',
      ];
      expect((await ask(gateway.port, requestBy(ana, READ, headers)))?.status).toBe(200);
    }
    expect(gateway.legacy.hits).toHaveLength(2);
  });
});

describe('Expect: 100-continue', () => {
  const post = () =>
    requestBy(ana, 'POST /api/permission/3 HTTP/1.1', [
      'Content-Type: application/json',
      `Content-Length: ${BODY.length}`,
      'Expect: 100-continue',
    ]);

  it('G23: requests the body after all checks, and sends it upstream once', async () => {
    const wire = dial(gateway.port);
    wire.write(post());
    await expect.poll(() => wire.text()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    expect(gateway.legacy.hits).toEqual([]);
    wire.write(BODY);
    const answers = await wire.answered(1);
    expect(answers.map(({ status }) => status)).toEqual([100, 200]);
    expect(gateway.legacy.hitsOf('/api/permission/3')).toHaveLength(1);
    wire.socket.destroy();
  });

  it('G23: does not request the body of a refused request, and closes the connection', async () => {
    const wire = dial(gateway.port);
    wire.write(post().replace(`X-XSRF-TOKEN: ${ana.csrfToken}`, 'X-XSRF-TOKEN: none'));
    expect((await wire.closed).map(problemOf)).toEqual(['wrong-csrf-token']);
    await expectControl();
  });
});
