import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testsNeed } from '@despacho/tooling/machine/needs';
import { freePort } from '@despacho/tooling/stack/ports';
import { launchNginx, wrapped } from '@despacho/tooling/test/audit/nginx';
import { listen } from '@despacho/server/listen';
import { makeAuthority } from '../support/certificates.ts';

const installed = testsNeed('nginx');
const authority = installed ? makeAuthority('Despacho test authority') : undefined;
const certificate = authority?.issue('DNS:localhost');
const ca = authority && readFileSync(authority.file, 'utf8');
afterAll(() => authority?.remove());

const TOKEN = 'canary-token-4711-canary-47';
const POSITION = `/?id=${TOKEN}&lat=-12.06&lon=-77.05`;

describe.runIf(installed)('docker/nginx-ingest.conf', { timeout: 60_000 }, () => {
  let folder: string;
  let service: Server;
  let received: { url: string | undefined; headers: IncomingHttpHeaders }[];
  let port: number;
  let servicePort: number;
  let stop: () => Promise<void> = () => Promise.resolve();

  const start = async (change: (text: string) => string = (text) => text): Promise<void> => {
    const text = wrapped('nginx-ingest.conf', folder, [
      ['rastreo.example.pe', 'localhost'],
      ['server 127.0.0.1:4100', `server 127.0.0.1:${servicePort}`],
      ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
      ['/etc/nginx/tls/rastreo.crt', `${folder}/tls.crt`],
      ['/etc/nginx/tls/rastreo.key', `${folder}/tls.key`],
    ]);
    stop = await launchNginx(folder, change(text), port);
  };
  const ask = (path: string, body?: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { 'x-forwarded-for': '198.51.100.1' };
      const options = { host: 'localhost', port, path, headers, method: body === undefined ? 'GET' : 'POST', ca };
      const sent = request(options, (response) => {
        response.resume();
        response.on('close', () => {
          resolve(response.statusCode);
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  /** @returns everything that nginx wrote, except for its configuration and certificates. */
  const written = (): string =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.log'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('');

  /** A position that arrives, one that is too large, and one while the service is away. */
  async function sendPositions(): Promise<void> {
    expect(await ask(POSITION)).toBe(200);
    expect(await ask(POSITION, 'x'.repeat(65 * 1024))).toBe(413);
    service.closeAllConnections();
    await new Promise((resolve) => service.close(resolve));
    expect(await ask(POSITION)).toBe(502);
  }

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'despacho-nginx-'));
    writeFileSync(`${folder}/tls.crt`, certificate?.cert ?? '');
    writeFileSync(`${folder}/tls.key`, certificate?.key ?? '');
    received = [];
    service = createServer(({ url, headers }, response) => {
      received.push({ url, headers });
      response.end();
    });
    servicePort = await listen(service, 0, '127.0.0.1');
    port = await freePort();
  });
  afterEach(async () => {
    await stop();
    service.closeAllConnections();
    service.close();
    rmSync(folder, { recursive: true });
  });

  it('G18: passes positions on with the true address, and writes nothing about them', async () => {
    await start();
    await sendPositions();
    expect(received).toMatchObject([{ url: POSITION, headers: { 'x-forwarded-for': '127.0.0.1' } }]);
    await stop();
    expect(written()).not.toContain(TOKEN);
    expect(written()).not.toContain('-12.06');
  });

  it('G18: both default logs of nginx contain the token, as a comparison', async () => {
    await start((text) =>
      text
        .replaceAll('access_log off;', `access_log ${folder}/access.log;`)
        .replace('error_log /dev/null crit;', `error_log ${folder}/requests.log;`),
    );
    await sendPositions();
    await stop();
    for (const name of ['access.log', 'requests.log'])
      expect(readFileSync(join(folder, name), 'utf8')).toContain(TOKEN);
  });
});
