import { Agent } from 'undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Browser, kindOf } from './support/browser.ts';
import { type Respond } from './support/fake-upstream.ts';
import { type Gateway, startGateway } from './support/gateway.ts';

let gateway: Gateway;
let ana: Browser;
beforeEach(async () => {
  gateway = await startGateway({ UPSTREAM_TIMEOUT_MS: '1000' });
  ana = new Browser(gateway);
  await ana.signIn(gateway.legacy.users.ana);
});
afterEach(() => gateway.close());

const CREDENTIALS = '/base/auth/credentials';
const routes: [route: string, path: string][] = [
  ['GET /base/clients/', '/api/clients'],
  ['GET /storage/sgdempresa/findPredeterminado', '/api/storage'],
];

/** Answers with a body that never ends, and records which connections it holds. */
function neverEnd(status: number, first = '{"message":"no'): { respond: Respond; held: Set<unknown> } {
  const held = new Set<unknown>();
  return {
    held,
    respond(_hit, res, { socket }) {
      held.add(socket);
      socket.once('close', () => held.delete(socket));
      res.writeHead(status).write(first);
    },
  };
}

describe('a refusal whose body never ends', () => {
  it.each(routes.flatMap(([route, path]) => [401, 404, 500, 302].map((status) => [status, path, route] as const)))(
    'S41: of %i to %s is reported immediately and holds no connection',
    async (status, path, route) => {
      const { respond, held } = neverEnd(status);
      gateway.legacy.on(route, respond);
      const response = await ana.get(path);
      expect(response.status).not.toBe(200);
      expect(kindOf(response), 'without waiting for the body').not.toBe('upstream-timeout');
      await vi.waitFor(
        () => {
          expect(held.size).toBe(0);
        },
        { timeout: 3000 },
      );
    },
  );

  it('S41: of a login holds no connection', async () => {
    const { respond, held } = neverEnd(401);
    gateway.legacy.on('GET /base/auth', respond);
    expect(kindOf(await new Browser(gateway).signIn(gateway.legacy.users.rosa))).toBe('wrong-credentials');
    await vi.waitFor(
      () => {
        expect(held.size).toBe(0);
      },
      { timeout: 3000 },
    );
  });

  it('S35: of the data is awaited up to the request’s deadline, and holds no connection', async () => {
    const { respond, held } = neverEnd(400);
    gateway.legacy.on('GET /base/clients/', respond);
    expect((await ana.get('/api/clients')).status).toBe(400);
    await vi.waitFor(() => {
      expect(held.size).toBe(0);
    });
  });

  it('is dropped early if it is long', async () => {
    const { respond, held } = neverEnd(500, 'x'.repeat(1024 * 1024));
    gateway.legacy.on('GET /base/clients/', respond);
    await ana.get('/api/clients');
    await vi.waitFor(
      () => {
        expect(held.size).toBe(0);
      },
      { timeout: 700 },
    );
  });

  it('leaves the connection usable if it is short and complete', async () => {
    const sockets = new Set<unknown>();
    gateway.legacy.on('GET /base/clients/7', (_hit, res, { socket }) => {
      sockets.add(socket);
      res.writeHead(404).end('{"message":"no"}');
    });
    for (let turn = 0; turn < 3; turn += 1) expect((await ana.get('/api/clients/7')).status).toBe(404);
    expect(sockets.size).toBe(1);
  });
});

describe('a call that waits for a free connection', () => {
  it('S41: is a 504 in time', async () => {
    const { agents } = gateway.services;
    const before = agents.client;
    agents.client = new Agent({ connections: 1 });
    gateway.legacy.on('GET /base/clients/busy', () => undefined);
    const busy = new AbortController();
    const path = '/base/clients/busy';
    agents.client
      .request({ origin: gateway.legacy.url, path, method: 'GET', signal: busy.signal })
      .catch(() => undefined);
    await vi.waitFor(() => {
      expect(gateway.legacy.hitsOf('/base/clients/busy')).toHaveLength(1);
    });
    gateway.advance(10_000);
    const asked = gateway.legacy.hitsOf(CREDENTIALS).length;
    const answers = await Promise.all([
      ana.get('/api/storage'),
      new Browser(gateway).signIn(gateway.legacy.users.rosa),
    ]);
    expect(answers.map(kindOf)).toEqual(['upstream-timeout', 'upstream-timeout']);
    expect(gateway.legacy.hitsOf(CREDENTIALS)).toHaveLength(asked);
    busy.abort();
    expect((await ana.get('/api/storage')).status).toBe(200);
    await agents.client.destroy();
    agents.client = before;
  });
});
