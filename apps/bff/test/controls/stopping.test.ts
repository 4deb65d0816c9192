import { XLSX_MEDIA_TYPE } from '@despacho/contracts/dispatch';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { within } from '../support/event-stream.ts';
import { type Respond, sendJson } from '../support/fake-upstream.ts';
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

/** More than the socket buffers can hold, so that most of it is still in the process when the signal arrives. */
const LARGE_LIST = Array.from({ length: 70 }, (_, id) => ({ id, name: 'x'.repeat(100_000) }));

const untilStopping = (gateway: GatewayProcess) =>
  vi.waitFor(
    () => {
      expect(gateway.linesOf('stopping')).toHaveLength(1);
    },
    { timeout: 10_000 },
  );

/** Holds the answer of a route until `goOn` is called. */
function hold(route: string, answer: Respond): { asked: Promise<unknown>; goOn: () => void } {
  const asked = Promise.withResolvers<undefined>();
  const held = Promise.withResolvers<undefined>();
  legacy.on(route, async (...call) => {
    asked.resolve(undefined);
    await held.promise;
    return answer(...call);
  });
  return { asked: asked.promise, goOn: () => held.resolve(undefined) };
}

describe('SIGTERM', () => {
  it('G35: finishes every kind of pending response, accepts no more and exits with 0', SLOW_START, async () => {
    const gateway = run({ UPSTREAM_TIMEOUT_MS: '3000', FINISH_SECONDS: '60' });
    const { port } = await gateway.listening();
    const cookie = await signIn(port);
    // A large response of a slow reader.
    legacy.on('GET /base/clients/', (_hit, res) => {
      sendJson(res, 200, LARGE_LIST);
    });
    const large = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, path: '/api/clients', headers: { cookie, connection: 'keep-alive' } }, resolve).on('error', reject);
    });
    // An event stream.
    legacy.on('GET /operations/events', (_hit, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('id: hola\n\n');
    });
    const stream = await fetch(`http://127.0.0.1:${port}/api/events`, { headers: { cookie } });
    const events = stream.text();
    // A download that takes longer than the time limit of a call.
    const rest = Promise.withResolvers<undefined>();
    legacy.on('GET /operations/imports/template', async (_hit, res) => {
      const headers = {
        'content-type': XLSX_MEDIA_TYPE,
        'content-disposition': 'attachment; filename="plantilla.xlsx"',
      };
      res.writeHead(200, headers).write('first ');
      await rest.promise;
      res.end('second');
    });
    const path = '/api/imports/template?officeId=LIMA';
    const download = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
    expect(download.status).toBe(200);
    const file = download.text();
    // A call to an upstream that never answers, and a login.
    const silent = hold('GET /storage/sgdempresa/findPredeterminado', () => undefined);
    const unanswered = fetch(`http://127.0.0.1:${port}/api/storage`, { headers: { cookie } });
    await silent.asked;
    const pending = hold('GET /base/auth', (_hit, res) => {
      sendJson(res, 401, {});
    });
    const login = postLogin(port, legacy.users.ana);
    await pending.asked;

    gateway.child.kill('SIGTERM');
    await untilStopping(gateway);
    pending.goOn();
    expect((await login).response.status).toBe(401);
    // The stream ends normally, so that browsers reconnect elsewhere.
    expect(await events).toBe('id: hola\n\n');
    const connecting = new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/api/config', agent: false }, resolve).on('error', reject);
    });
    await expect(connecting).rejects.toThrow('ECONNREFUSED');
    expect((await unanswered).status).toBe(504);
    rest.resolve(undefined);
    expect(await file).toBe('first second');
    expect(await within(gateway.ended, 200)).toBe(false);
    const chunks: Buffer[] = [];
    for await (const chunk of large as AsyncIterable<Buffer>) chunks.push(chunk);
    expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual(LARGE_LIST);
    expect(await gateway.ended).toEqual([0, null]);
    expectCleanStop(gateway);
  });

  it('G35: is not ready but serves requests until load balancers have noticed', SLOW_START, async () => {
    const gateway = run({ DRAIN_SECONDS: '2' });
    const { port, adminPort } = await gateway.listening();
    const cookie = await signIn(port);
    expect(await isReady(adminPort)).toBe(true);
    const clients = hold('GET /base/clients/', (_hit, res) => {
      sendJson(res, 200, []);
    });
    gateway.child.kill('SIGTERM');
    await vi.waitFor(async () => {
      expect(await isReady(adminPort)).toBe(false);
    });
    const live = await fetch(`http://127.0.0.1:${adminPort}/live`);
    expect(live.status).toBe(200);
    // No request is pending after this one, and yet the drain continues.
    const served = await fetch(`http://127.0.0.1:${port}/api/config`);
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
    const call = fetch(`http://127.0.0.1:${port}/api/clients`, { headers: { cookie } });
    await clients.asked;
    await vi.waitFor(
      async () => {
        await expect(fetch(`http://127.0.0.1:${port}/api/config`)).rejects.toThrow();
      },
      { timeout: 10_000 },
    );
    clients.goOn();
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
    // Each request is pending for a while, so that the signal always finds some.
    legacy.on('GET /base/clients/', async (_hit, res) => {
      await setTimeout(40);
      sendJson(res, 200, []);
    });
    const [leaving] = pair;
    const ready = [true, true];
    const load = { done: false };
    const balancer = (async () => {
      while (!load.done) {
        for (const [index, { adminPort }] of places.entries()) ready[index] = await isReady(adminPort);
        await setTimeout(200);
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

  it('G35: cuts and logs a client that never reads its response', SLOW_START, async () => {
    const gateway = run({ FINISH_SECONDS: '1' });
    const { port } = await gateway.listening();
    const cookie = await signIn(port);
    legacy.on('GET /base/clients/', (_hit, res) => {
      sendJson(res, 200, LARGE_LIST);
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
    await setTimeout(500);
    gateway.child.kill('SIGTERM');
    // After FINISH_SECONDS, and before the default of 25.
    expect(await within(gateway.ended, 20_000)).toBe(true);
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
    const clients = hold('GET /base/clients/', (_hit, res) => {
      sendJson(res, 200, []);
    });
    const call = fetch(`http://127.0.0.1:${port}/api/clients`, { headers: { cookie } });
    await clients.asked;
    process.kill(inner, 'SIGTERM');
    await untilStopping(gateway);
    clients.goOn();
    expect((await call).status).toBe(200);
    expect(await gateway.ended).toEqual([0, null]);
    expectCleanStop(gateway);
  });
});
