import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { freePort, isFree } from './ports.ts';

it('picks another port if the preferred one is taken, outside the range of outgoing connections', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await isFree(port)).toBe(false);
  const other = await freePort(port);
  expect(other).not.toBe(port);
  expect(other).toBeLessThan(32_768);
  server.close();
  await once(server, 'close');
  expect(await freePort(port)).toBe(port);
});
