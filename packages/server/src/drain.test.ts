import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { createDrain } from './drain.ts';
import { listen } from './listen.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A server whose requests wait for the test to answer them. */
async function start() {
  const drain = createDrain();
  const pending: ServerResponse[] = [];
  const server = createServer((req, res) => {
    drain.track(req, res);
    pending.push(res);
  });
  servers.push(server);
  const port = await listen(server, 0, '127.0.0.1');
  const request = async () => {
    const received = once(server, 'request');
    const sent = get({ port, host: '127.0.0.1' });
    await received;
    return once(sent, 'response').then(([response]) => response as IncomingMessage);
  };
  return { drain, server, pending, request };
}

it('closes connections after their responses once a stop is announced', async () => {
  const { drain, pending, request } = await start();
  const first = request();
  await expect.poll(() => pending.length).toBe(1);
  drain.announce();
  expect(drain.accepting()).toBe(false);
  const second = request();
  await expect.poll(() => pending.length).toBe(2);
  for (const res of pending) res.end();
  for (const response of await Promise.all([first, second])) expect(response.headers.connection).toBe('close');
});

it('sends a large response whole to a slow reader before it stops', async () => {
  const { drain, server, pending, request } = await start();
  const answered = request();
  await expect.poll(() => pending.length).toBe(1);
  const whole = 20 * 1024 * 1024;
  pending[0]?.end(Buffer.alloc(whole));
  const stopped = drain.begin(server);
  let size = 0;
  for await (const chunk of (await answered) as AsyncIterable<Buffer>) size += chunk.length;
  expect([size, await stopped]).toEqual([whole, 0]);
});

it('cuts off what is not answered within the limit, and returns how many', async () => {
  const { drain, server, pending, request } = await start();
  const lost = [request(), request()].map((each) => each.catch((error: unknown) => error));
  await expect.poll(() => pending.length).toBe(2);
  expect(await drain.begin(server, 20)).toBe(2);
  for (const each of lost) expect(await each).toMatchObject({ code: 'ECONNRESET' });
});

it('stops immediately while nothing is pending', async () => {
  const { drain, server } = await start();
  expect(await drain.begin(server, 60_000)).toBe(0);
  expect(server.listening).toBe(false);
});
