import { get } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GatewayProcess, MAIN, settings, SLOW_START } from './support/gateway-process.ts';
import { type Legacy, startLegacy } from './support/legacy.ts';
import { providersFile } from './support/lying-provider.ts';

let legacy: Legacy;
let gateway: GatewayProcess | undefined;
beforeEach(async () => {
  legacy = await startLegacy();
});
afterEach(async () => {
  await gateway?.stop();
  await legacy.close();
});

const run = (environment: Record<string, string>, args?: string[]): GatewayProcess =>
  (gateway = new GatewayProcess(environment, [], args));

const status = async (url: string) => (await fetch(url)).status;

describe('the gateway as a process', () => {
  it(
    'G34 G36: serves live, ready and metrics only on the admin port, and announces its keep-alive',
    SLOW_START,
    async () => {
      const { port, adminPort } = await run(settings(legacy)).listening();
      expect(await status(`http://127.0.0.1:${port}/api/config`)).toBe(200);
      expect(await status(`http://127.0.0.1:${adminPort}/live`)).toBe(200);
      expect(await status(`http://127.0.0.1:${adminPort}/ready`)).toBe(200);
      const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
      expect(metrics).toContain('gateway_requests_total{operation="config.read",status="200"} 1');
      for (const path of ['/live', '/ready', '/metrics', '/health'])
        expect(await status(`http://127.0.0.1:${port}${path}`)).not.toBe(200);
      expect(await status(`http://127.0.0.1:${adminPort}/api/config`)).toBe(404);
      // Longer than the proxy's.
      const keepAlive = await new Promise<unknown>((resolve, reject) => {
        get({ port, path: '/api/config', headers: { connection: 'keep-alive' } }, (res) => {
          res.resume();
          resolve(res.headers['keep-alive']);
        }).on('error', reject);
      });
      expect(keepAlive).toBe('timeout=95');
    },
  );

  it('reads the file of identity providers again on SIGHUP, and keeps them if it is faulty', SLOW_START, async () => {
    const path = providersFile([]);
    await run({ ...settings(legacy), IDENTITY_PROVIDERS_FILE: path }).listening();
    gateway?.child.kill('SIGHUP');
    await vi.waitFor(() => expect(gateway?.output).toContain('"event":"providers.read"'), { timeout: 10_000 });
    providersFile([{ issuer: 'http://login.acme.example' }], path);
    gateway?.child.kill('SIGHUP');
    await vi.waitFor(() => expect(gateway?.output).toContain('"event":"providers.kept"'), { timeout: 10_000 });
    expect(gateway?.output).toContain('IDENTITY_PROVIDERS_FILE: providers.0.issuer: https');
  });

  it('reports every invalid setting in plain language, and exits with 1', SLOW_START, async () => {
    const { ended } = run({ PORT: 'x', TRUST_PROXY: 'true' });
    expect(await ended).toEqual([1, null]);
    expect(gateway?.output).toContain('- PORT must be a whole number from 0 to 65535.');
    expect(gateway?.output).toContain('- TRUST_PROXY ');
    expect(gateway?.output).toContain('- SESSION_SECRET is required.');
    expect(gateway?.output).not.toMatch(/^\s+at /m);
  });

  it('reports in one line that Node is too old', SLOW_START, async () => {
    const old = "Object.defineProperty(process.versions, 'node', { value: '20.1.0' })";
    const { ended } = run(settings(legacy), ['--import', `data:text/javascript,${encodeURIComponent(old)}`, MAIN]);
    expect(await ended).toEqual([1, null]);
    expect(gateway?.output).toBe('The gateway needs Node 24 or newer; this is 20.1.0.\n');
  });
});
