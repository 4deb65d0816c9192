import { SMALL_BODY } from '@despacho/contracts';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Browser } from './support/browser.ts';
import { sendJson } from './support/fake-upstream.ts';
import { type Gateway, ORIGIN, startGateway } from './support/gateway.ts';

let gateway: Gateway;
let ana: Browser;
beforeAll(async () => {
  gateway = await startGateway();
  ana = new Browser(gateway);
  await ana.signIn(gateway.legacy.users.ana);
});
afterAll(() => gateway.close());

const request = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: localhost', `Cookie: ${ana.cookieHeader}`, ...headers, '', ''].join('\r\n');

/** A raw connection: what it received, and how it ended. */
function dial() {
  const socket = connect(gateway.port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => {
    socket.on('close', () => {
      resolve(received);
    });
  });
  return { socket, closed, received: () => received };
}

const statusLines = (text: string) => text.match(/HTTP\/1\.1 \d+/g) ?? [];
const NO_HTTP = 'what is this\r\n\r\n';

it('G16: refuses a body that announces more than its row allows, before reading it', async () => {
  const announcing = async (bytes: number): Promise<string[]> => {
    const { socket, closed } = dial();
    socket.write(request('POST /api/auth/login', `Content-Length: ${bytes}`, 'Connection: close'));
    return statusLines(await closed);
  };
  // The next step refuses a write that does not say where it is from.
  expect(await announcing(SMALL_BODY)).toEqual(['HTTP/1.1 403']);
  expect(await announcing(SMALL_BODY + 1)).toEqual(['HTTP/1.1 413']);
});

it('writes no refusal into an open event stream', async () => {
  const { socket, closed, received } = dial();
  socket.write(request('GET /api/events'));
  await vi.waitFor(() => {
    expect(received()).toContain('hola');
  });
  socket.write(NO_HTTP);
  expect(statusLines(await closed)).toEqual(['HTTP/1.1 200']);
});

it('writes no refusal in place of a pending response', async () => {
  const { socket, closed } = dial();
  gateway.legacy.on('GET /base/clients/', async (_hit, res) => {
    await closed;
    sendJson(res, 200, []);
  });
  socket.write(request('GET /api/clients') + NO_HTTP);
  expect(statusLines(await closed)).toEqual([]);
  gateway.legacy.on('GET /base/clients/', undefined);
});

it('still refuses bytes that are not HTTP, also after a response and within a body', async () => {
  const first = dial();
  first.socket.write(NO_HTTP);
  expect(statusLines(await first.closed)).toEqual(['HTTP/1.1 400']);

  const second = dial();
  second.socket.write(request('GET /api/config'));
  await vi.waitFor(() => {
    expect(second.received()).toContain('sections');
  });
  second.socket.write(NO_HTTP);
  expect(statusLines(await second.closed)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);

  const third = dial();
  const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked', `Origin: ${ORIGIN}`];
  third.socket.write(
    request('POST /api/permission/3', ...headers, `X-XSRF-TOKEN: ${ana.csrfToken}`) + '5\r\n{"per\r\n',
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  third.socket.write('zz\r\n');
  expect(statusLines(await third.closed)).toEqual(['HTTP/1.1 400']);
});
