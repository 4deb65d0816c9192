import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { Browser } from '../support/browser.ts';
import { openStream } from '../support/event-stream.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { dial, requestBy, type Wire } from '../support/wire.ts';

/** More than the socket buffers on the way can hold. */
const MEGABYTES = 24;
const LINE = `id: ${'x'.repeat(2042)}\n\n`.repeat(512);
const WAIT = { timeout: 20_000, interval: 50 };
/** Short for the test, but longer than a reader takes on a busy machine. */
const LIMITS = { ending: 2000, stalled: 2000 };
/** Longer than a test runs: the stream ends only by what is tested. */
const NEVER = 600_000;

let gateway: Gateway;
const wires: Wire[] = [];
afterEach(async () => {
  for (const { socket } of wires.splice(0)) socket.destroy();
  await gateway.close();
});

async function start(streamLimits: { ending: number; stalled: number }): Promise<Browser> {
  gateway = await startGateway({}, { streamLimits });
  gateway.dispatch.on('GET /operations/events', (_hit, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    Readable.from(Array<string>(MEGABYTES).fill(LINE)).pipe(res);
  });
  const browser = new Browser(gateway);
  await browser.signIn(gateway.legacy.users.ana);
  return browser;
}

const connections = () =>
  new Promise<number>((resolve) => {
    gateway.server.getConnections((_error, count) => {
      resolve(count);
    });
  });

/** Opens streams that are never read, and waits until the gateway has unsent data for each. */
async function openUnread(browser: Browser, count: number): Promise<void> {
  const opened: ServerResponse[] = [];
  const stalled = new Set<ServerResponse>();
  // Before the chain, which parses the URL.
  gateway.server.prependListener('request', ({ url }: IncomingMessage, res: ServerResponse) => {
    if (url === '/api/events') opened.push(res);
  });
  for (let index = 0; index < count; index += 1) {
    const wire = dial(gateway.port);
    wires.push(wire);
    wire.socket.pause();
    wire.write(requestBy(browser, 'GET /api/events HTTP/1.1'));
  }
  await vi.waitFor(() => {
    for (const res of opened) if (res.writableNeedDrain) stalled.add(res);
    expect(stalled.size).toBe(count);
  }, WAIT);
}

const gone = () =>
  vi.waitFor(async () => {
    expect(await connections()).toBe(0);
  }, WAIT);

it('G6 G36: unread streams lose their connections after they end', { timeout: 60_000 }, async () => {
  const browser = await start({ ...LIMITS, stalled: NEVER });
  await openUnread(browser, 3);
  expect(await connections()).toBeGreaterThanOrEqual(3);
  expect((await browser.copy().post('/api/auth/logout', undefined, { connection: 'close' })).status).toBe(204);
  await gone();
  expect(gateway.services.streams.size).toBe(0);
});

it('G36: a stream that stalls for too long ends without a logout', { timeout: 60_000 }, async () => {
  const browser = await start(LIMITS);
  await openUnread(browser, 2);
  await gone();
  expect(gateway.services.streams.size).toBe(0);
  expect((await browser.get('/api/storage')).status).toBe(200);
});

it('G36: a client that reads gets everything under the same limits', { timeout: 60_000 }, async () => {
  const browser = await start(LIMITS);
  const stream = await openStream(browser);
  await stream.ended;
  expect(stream.response.complete).toBe(true);
  expect(stream.text()).toHaveLength(MEGABYTES * LINE.length);
});
