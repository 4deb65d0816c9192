import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launchNginx, wrapped } from '@despacho/tooling/test/audit/nginx';
import { testsNeed } from '@despacho/tooling/machine/needs';
import { freePort } from '@despacho/tooling/stack/ports';
import { listen } from '@despacho/server/listen';

const installed = testsNeed('nginx');

const CANARY = 'canary-password-4711';
const LOGIN = `/legacy/base/auth?sucursal=LIMA&user=ana&password=${CANARY}`;

describe.runIf(installed)('docker/nginx-services.conf', { timeout: 60_000 }, () => {
  let folder: string;
  let service: Server;
  let ports: { balancer: number; first: number; second: number };
  let stop: () => Promise<void>;

  const start = async (change: (text: string) => string = (text) => text): Promise<void> => {
    const text = wrapped('nginx-services.conf', folder, [
      ['server 127.0.0.1:4000', `server 127.0.0.1:${ports.first}`],
      ['server 127.0.0.1:4001', `server 127.0.0.1:${ports.second}`],
      ['listen 127.0.0.1:4080', `listen 127.0.0.1:${ports.balancer}`],
    ]);
    stop = await launchNginx(folder, change(text), ports.balancer);
  };
  const ask = (path: string): Promise<number | undefined> =>
    new Promise((resolve) => {
      request({ port: ports.balancer, path }, (res) => {
        res.resume();
        res.on('close', () => {
          resolve(res.statusCode);
        });
      })
        .on('error', () => {
          resolve(undefined);
        })
        .end();
    });
  const raw = async (text: string): Promise<void> => {
    const socket = connect(ports.balancer, '127.0.0.1').on('error', () => undefined);
    socket.write(text);
    await once(socket, 'data');
    socket.destroy();
  };
  /** @returns everything nginx wrote. */
  const written = (): string =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.log'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('');

  /** Every kind of error that nginx reports of a request, each with the canary in the query. */
  async function provokeErrors(): Promise<void> {
    expect(await ask(LOGIN)).toBe(200); // The first service refuses connections, the second answers.
    await ask(`/cut${LOGIN}`);
    await ask(`/nonsense${LOGIN}`);
    await raw(`POST ${LOGIN} HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n`);
    await raw(`GET ${LOGIN} HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n`);
    await raw(`GET ${LOGIN} HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`);
    await raw(`GET ${LOGIN} HTTP/1.1\r\n\r\n`);
    service.closeAllConnections();
    await new Promise((resolve) => service.close(resolve));
    expect(await ask(LOGIN)).toBe(502);
    expect(await ask(LOGIN)).toBe(502);
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'despacho-nginx-'));
    service = createServer((req, res) => {
      if (req.url?.startsWith('/cut')) {
        res.writeHead(200, { 'content-length': '1000' }).write('half');
        setTimeout(() => res.destroy(), 50);
      } else if (req.url?.startsWith('/nonsense')) req.socket.end('no http\r\n\r\n');
      else if (req.url === '/operations/events')
        res.writeHead(200, { 'content-type': 'text/event-stream' }).write('id: 1\n\n');
      else res.end('{}');
    });
    ports = { balancer: await freePort(), first: await freePort(), second: await listen(service, 0, '127.0.0.1') };
  });
  afterEach(async () => {
    await stop();
    service.closeAllConnections();
    service.close();
    await rm(folder, { recursive: true });
  });

  it('G33: writes no password of a query to any log, but still reports the failure', async () => {
    await start();
    await provokeErrors();
    await stop();
    const logs = written();
    expect(logs).not.toContain(CANARY);
    expect(logs).not.toContain('password');
    expect(logs).toMatch(
      new RegExp(
        `GET /legacy/base/auth 200 .* service 127\\.0\\.0\\.1:${ports.first}, 127\\.0\\.0\\.1:${ports.second} 502, 200`,
      ),
    );
    expect(logs).toMatch(/GET \/legacy\/base\/auth 502 /);
    expect(logs).toMatch(/POST \/legacy\/base\/auth 413 /);
  });

  it('G33: nginx’s default logs contain the password, as a comparison', async () => {
    await start((text) => text.replace('error_log /dev/null crit;', ''));
    await provokeErrors();
    await stop();
    const leaking = written()
      .split('\n')
      .filter((line) => line.includes(CANARY));
    for (const kind of ['Connection refused', 'prematurely closed', 'too large body', 'invalid header'])
      expect(leaking.join('\n')).toContain(kind);
  });

  it('S42: passes events on as they arrive', async () => {
    await start();
    const first = await new Promise<string>((resolve, reject) => {
      const call = request({ port: ports.balancer, path: '/operations/events' }, (res) => {
        res.once('data', (chunk: Buffer) => {
          resolve(chunk.toString());
          call.destroy();
        });
      });
      call.on('error', reject).end();
    });
    expect(first).toBe('id: 1\n\n');
  });
});
