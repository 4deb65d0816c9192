import { XLSX_MEDIA_TYPE } from '@despacho/contracts/dispatch';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendJson } from '../support/fake-upstream.ts';
import { GatewayProcess, postLogin, settings, SLOW_START } from '../support/gateway-process.ts';
import { type Legacy, startLegacy } from '../support/legacy.ts';
import { dial } from '../support/wire.ts';

let legacy: Legacy;
const processes: GatewayProcess[] = [];
beforeEach(async () => {
  legacy = await startLegacy();
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((one) => one.stop()));
  await legacy.close();
});

function run(more: Record<string, string> = {}, command: string[] = []): GatewayProcess {
  const gateway = new GatewayProcess({ ...settings(legacy), ...more }, command);
  processes.push(gateway);
  return gateway;
}

async function signIn(port: number): Promise<string> {
  const { response, cookies } = await postLogin(port, legacy.users.ana);
  expect(response.status).toBe(200);
  return cookies;
}

const isReady = async (adminPort: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${adminPort}/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );

const stopped = { event: 'stopped' };
function expectCleanStop(gateway: GatewayProcess): void {
  expect(gateway.linesOf('stopped')).toMatchObject([stopped]);
  expect(gateway.output).not.toContain('"cut":true');
}

describe('SIGTERM', () => {
  it('G35: answers a pending request, accepts no more and exits with 0', SLOW_START, async () => {
    const gateway = run();
    const { port } = await gateway.listening();
    const asked = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    legacy.on('GET /base/auth', async (_hit, res) => {
      asked.resolve(undefined);
      await goOn.promise;
      sendJson(res, 401, {});
    });
    const login = postLogin(port, legacy.users.ana);
    await asked.promise;
    gateway.child.kill('SIGTERM');
    await vi.waitFor(() => {
      expect(gateway.linesOf('stopping')).toHaveLength(1);
    });
    goOn.resolve(undefined);
    expect((await login).response.status).toBe(401);
    expect(await gateway.ended).toEqual([0, null]);
    expectCleanStop(gateway);
    await expect(fetch(`http://127.0.0.1:${port}/api/config`)).rejects.toThrow();
  });

  it('G35: sends a large response whole to a slow reader', SLOW_START, async () => {
    const gateway = run();
    const { port } = await gateway.listening();
    const cookie = await signIn(port);
    // More than the socket buffers can hold, so that most of it is still in the process when the signal arrives.
    const clients = Array.from({ length: 70 }, (_, id) => ({ id, name: 'x'.repeat(100_000) }));
    legacy.on('GET /base/clients/', (_hit, res) => {
      sendJson(res, 200, clients);
    });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, path: '/api/clients', headers: { cookie, connection: 'keep-alive' } }, resolve).on('error', reject);
    });
    gateway.child.kill('SIGTERM');
    await vi.waitFor(
      () => {
        expect(gateway.linesOf('stopping')).toHaveLength(1);
      },
      { timeout: 10_000 },
    );
    // waits: the reader is slower than the socket of a stopping process
    await new Promise((resolve) => setTimeout(resolve, 500));
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
    expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual(clients);
    expect(await gateway.ended).toEqual([0, null]);
    expectCleanStop(gateway);
  });

  it('G35: ends event streams normally, so that browsers reconnect elsewhere', SLOW_START, async () => {
    const gateway = run();
    const { port } = await gateway.listening();
    const cookie = await signIn(port);
    legacy.on('GET /operations/events', (_hit, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('id: hola\n\n');
    });
    const stream = await fetch(`http://127.0.0.1:${port}/api/events`, { headers: { cookie } });
    const text = stream.text();
    gateway.child.kill('SIGTERM');
    expect(await text).toBe('id: hola\n\n');
    expect(await gateway.ended).toEqual([0, null]);
    expectCleanStop(gateway);
  });

  it('G35: ready returns 503 while requests are served, until load balancers have noticed', SLOW_START, async () => {
    const gateway = run({ DRAIN_SECONDS: '2' });
    const { port, adminPort } = await gateway.listening();
    expect(await isReady(adminPort)).toBe(true);
    gateway.child.kill('SIGTERM');
    await vi.waitFor(async () => {
      expect(await isReady(adminPort)).toBe(false);
    });
    const live = await fetch(`http://127.0.0.1:${adminPort}/live`);
    expect(live.status).toBe(200);
    const served = await fetch(`http://127.0.0.1:${port}/api/config`);
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
    expect(await gateway.ended).toEqual([0, null]);
    expectCleanStop(gateway);
  });

  it('G35: answers a request that arrives meanwhile', SLOW_START, async () => {
    const gateway = run({ DRAIN_SECONDS: '2' });
    const { port } = await gateway.listening();
    const cookie = await signIn(port);
    const asked = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    legacy.on('GET /base/clients/', async (_hit, res) => {
      asked.resolve(undefined);
      await goOn.promise;
      sendJson(res, 200, []);
    });
    gateway.child.kill('SIGTERM');
    await vi.waitFor(() => {
      expect(gateway.linesOf('stopping')).toHaveLength(1);
    });
    // No request is pending after this one, and yet the drain continues.
    expect((await fetch(`http://127.0.0.1:${port}/api/config`)).status).toBe(200);
    const call = fetch(`http://127.0.0.1:${port}/api/clients`, { headers: { cookie } });
    await asked.promise;
    await vi.waitFor(
      async () => {
        await expect(fetch(`http://127.0.0.1:${port}/api/config`)).rejects.toThrow();
      },
      { timeout: 10_000 },
    );
    goOn.resolve(undefined);
    expect((await call).status).toBe(200);
    expect(await gateway.ended).toEqual([0, null]);
    expectCleanStop(gateway);
  });

  it('G35: under load behind a balancer with health checks, no request fails', { timeout: 90_000 }, async () => {
    const secret = 'one-secret-for-both-of-them-0123456789';
    const pair = [
      run({ DRAIN_SECONDS: '2', SESSION_SECRET: secret, REQUESTS_PER_MINUTE: '0' }),
      run({ DRAIN_SECONDS: '2', SESSION_SECRET: secret, REQUESTS_PER_MINUTE: '0' }),
    ];
    const places = await Promise.all(pair.map((one) => one.listening()));
    const cookies = await Promise.all(places.map(({ port }) => signIn(port)));
    const [leaving] = pair;
    const ready = [true, true];
    const load = { done: false };
    const balancer = (async () => {
      while (!load.done) {
        for (const [index, { adminPort }] of places.entries()) ready[index] = await isReady(adminPort);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    })();
    const agent = new Agent({ keepAlive: true });
    const failures: unknown[] = [];
    const served = [0, 0];
    const ask = (index: number) =>
      new Promise<void>((resolve) => {
        const { port } = places[index] ?? { port: 0 };
        const call = get({ port, path: '/api/clients', agent, headers: { cookie: cookies[index] } }, (res) => {
          if (res.statusCode !== 200) failures.push(res.statusCode);
          served[index] = (served[index] ?? 0) + 1;
          res.resume().on('close', () => {
            if (!res.complete) failures.push('cut');
            resolve();
          });
        });
        call.on('error', (error) => {
          failures.push(error);
          resolve();
        });
      });
    const clients = Array.from({ length: 8 }, async (_, turn) => {
      for (let count = turn; !load.done; count += 1) await ask(ready[0] && count % 2 === 0 ? 0 : 1);
    });
    await vi.waitFor(() => {
      expect(Math.min(...served)).toBeGreaterThan(20);
    }, 20_000);
    leaving?.child.kill('SIGTERM');
    expect(await leaving?.ended).toEqual([0, null]);
    const before = served[1] ?? 0;
    await vi.waitFor(() => {
      expect(served[1]).toBeGreaterThan(before + 20);
    }, 20_000);
    load.done = true;
    await Promise.all([...clients, balancer]);
    agent.destroy();
    expect(failures).toEqual([]);
    if (leaving) expectCleanStop(leaving);
  });

  it('G35: sends a download whole that takes longer than other responses', SLOW_START, async () => {
    const gateway = run({ UPSTREAM_TIMEOUT_MS: '1000', FINISH_SECONDS: '30' });
    const { port } = await gateway.listening();
    const cookie = await signIn(port);
    const goOn = Promise.withResolvers<undefined>();
    legacy.on('GET /operations/imports/template', async (_hit, res) => {
      const headers = {
        'content-type': XLSX_MEDIA_TYPE,
        'content-disposition': 'attachment; filename="plantilla.xlsx"',
      };
      res.writeHead(200, headers).write('first ');
      await goOn.promise;
      res.end('second');
    });
    const path = '/api/imports/template?officeId=LIMA';
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
    expect(answer.status).toBe(200);
    const text = answer.text();
    gateway.child.kill('SIGTERM');
    await vi.waitFor(() => {
      expect(gateway.linesOf('stopping')).toHaveLength(1);
    });
    // waits: longer than the total time of a response to a call.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    goOn.resolve(undefined);
    expect(await text).toBe('first second');
    expect(await gateway.ended).toEqual([0, null]);
    expectCleanStop(gateway);
  });

  it('G35: an upstream that never answers delays it no longer than the request deadline', SLOW_START, async () => {
    const gateway = run({ UPSTREAM_TIMEOUT_MS: '1500' });
    const { port } = await gateway.listening();
    const cookie = await signIn(port);
    legacy.on('GET /base/clients/', () => undefined);
    const call = fetch(`http://127.0.0.1:${port}/api/clients`, { headers: { cookie } });
    await vi.waitFor(() => {
      expect(legacy.hitsOf('/base/clients/')).toHaveLength(1);
    });
    gateway.child.kill('SIGTERM');
    expect((await call).status).toBe(504);
    expect(await gateway.ended).toEqual([0, null]);
    expectCleanStop(gateway);
  });

  it('G35: cuts and logs a client that never reads its response', SLOW_START, async () => {
    const gateway = run({ FINISH_SECONDS: '4' });
    const { port } = await gateway.listening();
    const cookie = await signIn(port);
    const clients = Array.from({ length: 70 }, (_, id) => ({ id, name: 'x'.repeat(100_000) }));
    legacy.on('GET /base/clients/', (_hit, res) => {
      sendJson(res, 200, clients);
    });
    const wire = dial(port);
    wire.socket.pause();
    // Several requests, so that the socket buffers cannot hold all responses.
    const request = ['GET /api/clients HTTP/1.1', 'Host: localhost', `Cookie: ${cookie}`, '', ''].join('\r\n');
    wire.write(request.repeat(4));
    await vi.waitFor(() => {
      expect(legacy.hitsOf('/base/clients/')).toHaveLength(4);
    }, 10_000);
    // waits: the unread responses must fill the socket of another process
    await new Promise((resolve) => setTimeout(resolve, 500));
    gateway.child.kill('SIGTERM');
    expect(await gateway.ended).toEqual([0, null]);
    expect(gateway.linesOf('stopped')).toMatchObject([{ cut: true }]);
    wire.socket.destroy();
  });
});

describe('as process 1', () => {
  const UNSHARE = '/usr/bin/unshare';
  const mayUnshare = spawnSync(UNSHARE, ['--pid', '--fork', '--kill-child', 'true']).status === 0;

  it('G35: SIGTERM also ends it with 0', SLOW_START, async ({ skip }) => {
    skip(!mayUnshare, 'this machine gives no process a number space of its own');
    const gateway = run({}, [UNSHARE, '--pid', '--fork', '--kill-child']);
    const { port } = await gateway.listening();
    const cookie = await signIn(port);
    const outside = gateway.child.pid ?? 0;
    const inner = Number(readFileSync(`/proc/${outside}/task/${outside}/children`, 'utf8').trim());
    expect(readFileSync(`/proc/${inner}/status`, 'utf8')).toMatch(/^NSpid:\s+\d+\s+1$/m);
    const asked = Promise.withResolvers<undefined>();
    legacy.on('GET /base/clients/', async (_hit, res) => {
      asked.resolve(undefined);
      await vi.waitFor(() => {
        expect(gateway.linesOf('stopping')).toHaveLength(1);
      });
      sendJson(res, 200, []);
    });
    const call = fetch(`http://127.0.0.1:${port}/api/clients`, { headers: { cookie } });
    await asked.promise;
    process.kill(inner, 'SIGTERM');
    expect((await call).status).toBe(200);
    expect(await gateway.ended).toEqual([0, null]);
    expectCleanStop(gateway);
  });
});
