import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createAgents } from './agents.ts';

it('closes an idle connection before the server would, whatever time the server offers', async () => {
  const server = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
  server.keepAliveTimeout = 120_000;
  await once(server, 'listening');
  const agents = createAgents();
  const asked = once(server, 'request');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { headers, body } = await agents.client.request({ origin, path: '/', method: 'GET' });
  await body.dump();
  expect(headers['keep-alive']).toBe('timeout=120');
  const [{ socket }] = (await asked) as [IncomingMessage];
  // waits: the agent closes idle sockets on its own timer
  await sleep(1000);
  expect(socket.destroyed).toBe(false);
  await expect.poll(() => socket.destroyed, { timeout: 15_000, interval: 200 }).toBe(true);
  agents.close();
  server.close();
});
