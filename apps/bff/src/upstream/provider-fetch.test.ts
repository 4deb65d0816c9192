import { createServer, type Server } from 'node:net';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createProviderFetch } from './provider-fetch.ts';
import { type ConfiguredProvider } from './provider-file.ts';

let server: Server;
let port = 0;
let connections = 0;
beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  connections = 0;
});
afterAll(() => {
  server.close();
});

const fetchOf = (more: Partial<ConfiguredProvider>) => {
  const provider = { issuer: 'https://login.acme.example', privateNetworks: [], ...more } as unknown;
  const fetch = createProviderFetch(provider as ConfiguredProvider);
  return (url: string): Promise<string> =>
    fetch(url, { method: 'GET', headers: {} }).then(
      ({ status }) => String(status),
      (error: unknown) => String(error),
    );
};

it('refuses addresses of private networks, also behind a name', async () => {
  const ask = fetchOf({});
  const answers = [
    await ask(`https://127.0.0.1:${port}/`),
    await ask(`https://localhost:${port}/`),
    await ask(`https://[::1]:${port}/`),
    await ask(`https://[::ffff:127.0.0.1]:${port}/`),
    await ask('https://10.1.2.3/'),
    await ask('https://169.254.169.254/'),
    await ask('https://[fd00::1]/'),
    await ask('https://[2002:7f00:1::]/'),
    await ask('https://0.0.0.0/'),
    await ask(`https://2130706433:${port}/`),
  ];
  expect(answers.filter((answer) => !answer.includes('allowed'))).toEqual([]);
  expect(connections).toBe(0);
});

it('reaches a private network that the entry names', async () => {
  const ask = fetchOf({ privateNetworks: ['127.0.0.0/8'] });
  expect(await ask(`https://localhost:${port}/`)).toContain('ECONNRESET');
  expect(await ask(`https://127.0.0.1:${port}/`)).toContain('ECONNRESET');
  expect(connections).toBe(2);
  expect(await ask('https://10.1.2.3/')).toContain('not allowed');
});

it('refuses http, except if the issuer is on the same machine', async () => {
  expect(await fetchOf({ privateNetworks: ['127.0.0.0/8'] })(`http://127.0.0.1:${port}/`)).toContain('without TLS');
  expect(await fetchOf({ issuer: 'http://127.0.0.1' })('http://login.acme.example/')).toContain('without TLS');
  expect(connections).toBe(0);
  expect(await fetchOf({ issuer: 'http://127.0.0.1' })(`http://127.0.0.1:${port}/`)).toContain('UND_ERR_SOCKET');
  expect(connections).toBe(1);
});
