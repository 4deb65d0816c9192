import { ROUTES } from '#policy/table.ts';
import { type Operation } from '@despacho/contracts';
import { type OperationId, OPERATIONS } from '@despacho/contracts/operations';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as requestPlain } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { configuration, type NginxPlace, startNginx } from '@despacho/tooling/test/audit/nginx';
import { testsNeed } from '@despacho/tooling/machine/needs';
import { freePort } from '@despacho/tooling/stack/ports';
import { makeAuthority } from '../support/certificates.ts';
import { sendJson } from '../support/fake-upstream.ts';
import { GatewayProcess, settings } from '../support/gateway-process.ts';
import { type Legacy, startLegacy } from '../support/legacy.ts';
import { TestRedis } from '../support/redis.ts';

const operations: Record<OperationId, Operation> = OPERATIONS;

const installed = testsNeed('nginx');

const authority = installed ? makeAuthority('Despacho test authority') : undefined;
const certificate = authority?.issue('DNS:localhost');
const ca = authority && readFileSync(authority.file, 'utf8');
afterAll(() => authority?.remove());

interface Answer {
  status: number | undefined;
  cookies: string[];
  text: string;
}

describe.runIf(installed)('docker/nginx.conf', { timeout: 180_000 }, () => {
  let legacy: Legacy;
  let redis: TestRedis;
  let place: NginxPlace;
  let stopNginx: (() => Promise<void>) | undefined;
  const agent = new Agent({ keepAlive: true, ...(ca !== undefined && { ca }) });
  const gateways: GatewayProcess[] = [];
  let adminPorts: number[];

  const ask = (
    path: string,
    {
      method = 'GET',
      headers = {},
      body,
    }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const call = request(
        { host: 'localhost', servername: 'localhost', port: place.httpsPort, path, method, headers, agent },
        (res) => {
          const chunks: Buffer[] = [];
          res.on('data', (chunk: Buffer) => chunks.push(chunk));
          res.on('error', reject);
          res.on('end', () => {
            const cookies = (res.headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? '');
            resolve({ status: res.statusCode, cookies, text: Buffer.concat(chunks).toString() });
          });
        },
      );
      call.on('error', reject);
      call.end(body);
    });

  /** @param index the first or the second gateway, always on the same ports. */
  async function startOne(index: number): Promise<void> {
    const gateway = new GatewayProcess({
      ...settings(legacy),
      PORT: String(index === 0 ? place.gatewayPort : place.secondPort),
      ADMIN_PORT: String(adminPorts[index]),
      DRAIN_SECONDS: '2',
      PUBLIC_ORIGIN: `https://localhost:${place.httpsPort}`,
      TRUST_PROXY: '127.0.0.1',
      REDIS_URL: redis.url,
      REQUESTS_PER_MINUTE: '0',
      ADDRESS_REQUESTS_PER_MINUTE: '0',
    });
    gateways[index] = gateway;
    await gateway.listening();
    await vi.waitFor(async () => {
      expect((await fetch(`http://127.0.0.1:${adminPorts[index]}/ready`)).status).toBe(200);
    }, 10_000);
  }

  async function signIn(): Promise<string> {
    const first = (await ask('/api/auth/session')).cookies.join('; ');
    const { office: sucursal, username, password } = legacy.users.ana;
    const headers = {
      cookie: first,
      'x-xsrf-token': decodeURIComponent(/XSRF-TOKEN=([^;]*)/.exec(first)?.[1] ?? ''),
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    };
    const answer = await ask('/api/auth/login', {
      method: 'POST',
      headers,
      body: JSON.stringify({ sucursal, username, password }),
    });
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    return answer.cookies.join('; ');
  }

  beforeAll(async () => {
    legacy = await startLegacy();
    redis = await TestRedis.start();
    const folder = await mkdtemp(join(tmpdir(), 'despacho-nginx-'));
    const [httpPort, httpsPort, gatewayPort, secondPort] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    adminPorts = [await freePort(), await freePort()];
    place = { folder, httpPort, httpsPort, gatewayPort, secondPort, tls: certificate ?? { key: '', cert: '' } };
    await Promise.all([startOne(0), startOne(1)]);
  }, 60_000);
  afterEach(() => stopNginx?.());
  afterAll(async () => {
    agent.destroy();
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await redis.stop();
    await legacy.close();
    await rm(place.folder, { recursive: true });
  });

  it('G35: hardly any request fails in a rolling restart of two gateways', { timeout: 90_000 }, async () => {
    stopNginx = await startNginx(place);
    // Each request is pending for a while, so that every restart meets some without overloading the machine.
    legacy.on('GET /base/clients/', async (_hit, res) => {
      await setTimeout(25);
      sendJson(res, 200, []);
    });
    const cookie = await signIn();
    const load = { done: false, served: 0, failed: [] as unknown[] };
    const clients = Array.from({ length: 6 }, async () => {
      while (!load.done) {
        load.served += 1;
        await ask('/api/clients', { headers: { cookie } }).then(
          ({ status }) => status === 200 || load.failed.push(status),
          (error: unknown) => load.failed.push(error),
        );
      }
    });
    for (const index of [0, 1]) {
      gateways[index]?.child.kill('SIGTERM');
      expect(await gateways[index]?.ended).toEqual([0, null]);
      await startOne(index);
      // waits: as docker/nginx.conf says: until then nginx may still count the restarted gateway as failed.
      await setTimeout(1100);
    }
    load.done = true;
    await Promise.all(clients);
    expect(load.served).toBeGreaterThan(100);
    expect(load.failed.length / load.served, `${load.failed.length} of ${load.served} failed`).toBeLessThan(0.002);
  });

  it('accepts the largest body of any operation, and waits as long as any may take', async () => {
    const text = configuration(place);
    const megabytes = Number(/client_max_body_size (\d+)m;/.exec(text)?.[1]);
    const seconds = Math.max(...[...text.matchAll(/proxy_read_timeout (\d+)s;/g)].map(([, each]) => Number(each)));
    const rows = Object.entries(ROUTES);
    const largest = Math.max(...rows.map(([, { limits }]) => limits.request));
    expect(megabytes * 1024 * 1024).toBeGreaterThanOrEqual(largest);
    // The proxy counts from the last byte, and files send or receive bytes all the time.
    const slowest = rows.map(([id, { limits }]) => {
      const { upload, response } = operations[id as OperationId];
      return upload || (response && 'stream' in response) ? 0 : (limits.time ?? 0);
    });
    expect(seconds * 1000).toBeGreaterThan(Math.max(...slowest));

    stopNginx = await startNginx(place);
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const send = (size: number) =>
      ask('/api/imports?officeId=LIMA', { method: 'POST', headers, body: Buffer.alloc(size, 'x') });
    // The gateway's refusal of a request without a session; the proxy sends no problem document.
    // Several times: nginx closes a connection on which it did not read the whole body.
    for (let time = 0; time < 4; time += 1) expect((await send(largest)).text).toContain('urn:despacho:problem:');
    const tooLarge = await send(megabytes * 1024 * 1024 + 1);
    expect([tooLarge.status, tooLarge.text.includes('urn:despacho')]).toEqual([413, false]);
  });

  it('refuses unknown hosts without a response', async () => {
    stopNginx = await startNginx(place);
    const plain = (host: string): Promise<unknown> =>
      new Promise((resolve) => {
        requestPlain({ port: place.httpPort, headers: { host } }, (res) => {
          res.resume();
          resolve(res.statusCode);
        })
          .on('error', ({ message }) => {
            resolve(message);
          })
          .end();
      });
    expect(await plain('localhost')).toBe(301);
    expect(await plain('evil.example')).toBe('socket hang up');
    expect((await ask('/api/config')).status).toBe(200);
    await expect(ask('/api/config', { headers: { host: 'evil.example' } })).rejects.toThrow('socket hang up');
    const handshake = new Promise((resolve) => {
      const socket = connect({ port: place.httpsPort, servername: 'evil.example', rejectUnauthorized: false }, () => {
        resolve('accepted');
        socket.destroy();
      }).on('error', ({ message }) => {
        resolve(message);
      });
    });
    expect(await handshake).toMatch(/unrecognized name/);
  });

  it('limits the concurrent requests of one address', async () => {
    stopNginx = await startNginx(place, (text) =>
      text.replace('limit_conn despacho_address 400;', 'limit_conn despacho_address 2;'),
    );
    const hold = () => {
      const socket = connect({ host: '127.0.0.1', servername: 'localhost', port: place.httpsPort, ca });
      socket.on('error', () => undefined);
      socket.write('POST /api/auth/logout HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345');
      return socket;
    };
    const open: ReturnType<typeof hold>[] = [];
    await vi.waitFor(async () => {
      // Again for those that nginx has closed.
      while (open.filter(({ destroyed }) => !destroyed).length < 2) open.push(hold());
      expect((await ask('/api/config')).status).toBe(429);
    }, 15_000);
    for (const socket of open) socket.destroy();
    await vi.waitFor(async () => {
      expect((await ask('/api/config')).status).toBe(200);
    }, 15_000);
  });

  it('keeps searches out of its logs', async () => {
    stopNginx = await startNginx(place);
    await ask('/api/config?buscar=canary-search');
    await stopNginx();
    stopNginx = undefined;
    const [line] = readFileSync(`${place.folder}/despacho.access.log`, 'utf8').trimEnd().split('\n').slice(-1);
    expect(line).toMatch(/ GET \/api\/config \d{3} .* gateway 127\.0\.0\.1:\d+ \d{3}/);
    for (const log of ['despacho.access.log', 'error.log'])
      expect(readFileSync(`${place.folder}/${log}`, 'utf8').includes('canary-search')).toBe(false);
  });
});
