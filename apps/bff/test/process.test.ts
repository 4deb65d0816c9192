import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendJson } from './support/fake-upstream.ts';
import { type Legacy, startLegacy } from './support/legacy.ts';
import { SECRETS } from './support/gateway.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** A process starts slowly on a busy machine. */
const SLOW_START = { timeout: 30_000 };

let legacy: Legacy;
let child: ChildProcess | undefined;
let output = '';
beforeEach(async () => {
  legacy = await startLegacy();
  output = '';
});
afterEach(async () => {
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await legacy.close();
});

function run(environment: Record<string, string>, args: string[] = [MAIN]): ChildProcess {
  child = spawn(process.execPath, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const note = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', note);
  child.stderr?.on('data', note);
  return child;
}

const settings = () => ({
  PORT: '0',
  ADMIN_PORT: '0',
  DRAIN_SECONDS: '0',
  PUBLIC_ORIGIN: 'http://localhost:3000',
  ...SECRETS,
  OPERATIONS_URL: `${legacy.url}/operations`,
  ...legacy.environment,
});

async function listening(): Promise<{ port: number; adminPort: number }> {
  return vi.waitFor(
    () => {
      const line = output.split('\n').find((one) => one.includes('"event":"listening"'));
      if (!line) throw new Error(output);
      return JSON.parse(line) as { port: number; adminPort: number };
    },
    { timeout: 20_000 },
  );
}

const cookiesOf = (response: Response): string[] =>
  response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');

async function postLogin(port: number, password: string): Promise<{ response: Response; cookies: string }> {
  const cookies = cookiesOf(await fetch(`http://127.0.0.1:${port}/api/auth/session`));
  const token = decodeURIComponent(cookies.find((one) => one.startsWith('XSRF'))?.split('=')[1] ?? '');
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: {
      cookie: cookies.join('; '),
      'x-xsrf-token': token,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ sucursal: 'LIMA', username: 'ana', password }),
  });
  return { response, cookies: cookiesOf(response).join('; ') };
}

async function signIn(port: number): Promise<string> {
  const { response, cookies } = await postLogin(port, legacy.users.ana.password);
  expect(response.status).toBe(200);
  return cookies;
}

const status = async (url: string) => (await fetch(url)).status;

describe('the gateway as a process', () => {
  it('starts, is live and ready on the admin port alone, and counts what it serves', SLOW_START, async () => {
    run(settings());
    const { port, adminPort } = await listening();
    expect(await status(`http://127.0.0.1:${port}/api/config`)).toBe(200);
    expect(await status(`http://127.0.0.1:${adminPort}/live`)).toBe(200);
    expect(await status(`http://127.0.0.1:${adminPort}/ready`)).toBe(200);
    const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
    expect(metrics).toContain('gateway_requests_total{operation="config.read",status="200"} 1');
    for (const path of ['/live', '/ready', '/metrics', '/health'])
      expect(await status(`http://127.0.0.1:${port}${path}`)).not.toBe(200);
    expect(await status(`http://127.0.0.1:${adminPort}/api/config`)).toBe(404);
  });

  it('finishes what is under way on SIGTERM, then exits with 0', SLOW_START, async () => {
    const gateway = run(settings());
    const { port } = await listening();
    legacy.on('GET /base/auth', async (_hit, res) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      sendJson(res, 401, {});
    });
    const login = postLogin(port, 'x');
    await vi.waitFor(() => {
      expect(legacy.hitsOf('/base/auth')).toHaveLength(1);
    });
    gateway.kill('SIGTERM');
    const exit = once(gateway, 'exit');
    expect((await login).response.status).toBe(401);
    expect(await exit).toEqual([0, null]);
    expect(output).toContain('"event":"stopped"');
    expect(output).not.toContain('"cut":true');
    await expect(fetch(`http://127.0.0.1:${port}/api/config`)).rejects.toThrow();
  });

  it('sends a large answer whole to a slow reader although told to stop meanwhile', SLOW_START, async () => {
    const gateway = run(settings());
    const { port } = await listening();
    const cookie = await signIn(port);
    // More than the system takes off the gateway's hands, so that most of it still waits inside when the signal comes.
    const clients = Array.from({ length: 70 }, (_, id) => ({ id, name: 'x'.repeat(100_000) }));
    legacy.on('GET /base/clients/', (_hit, res) => {
      sendJson(res, 200, clients);
    });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, path: '/api/clients', headers: { cookie, connection: 'keep-alive' } }, resolve).on('error', reject);
    });
    const exit = once(gateway, 'exit');
    gateway.kill('SIGTERM');
    await vi.waitFor(
      () => {
        expect(output).toContain('"event":"stopping"');
      },
      { timeout: 5000 },
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
    expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual(clients);
    expect(await exit).toEqual([0, null]);
    expect(output).not.toContain('"cut":true');
  });

  it('ends open event streams on SIGTERM, so that browsers reconnect elsewhere', SLOW_START, async () => {
    const gateway = run(settings());
    const { port } = await listening();
    const cookies = await signIn(port);
    legacy.on('GET /operations/events', (_hit, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: hola\n\n');
    });
    const stream = await fetch(`http://127.0.0.1:${port}/api/events`, { headers: { cookie: cookies } });
    const text = stream.text();
    gateway.kill('SIGTERM');
    const exit = once(gateway, 'exit');
    expect(await text).toBe('data: hola\n\n');
    expect(await exit).toEqual([0, null]);
    expect(output).not.toContain('"event":"stopped","cut"');
  });

  it('tells every fault of its settings in plain sentences, and exits with 1', SLOW_START, async () => {
    const [code] = (await once(run({ PORT: 'x', TRUST_PROXY: 'true' }), 'exit')) as [number];
    expect(code).toBe(1);
    expect(output).toContain('- PORT must be a whole number from 0 to 65535.');
    expect(output).toContain('- TRUST_PROXY ');
    expect(output).toContain('- SESSION_SECRET is required.');
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('says in a sentence when Node is too old', SLOW_START, async () => {
    const old = "Object.defineProperty(process.versions, 'node', { value: '20.1.0' })";
    const [code] = (await once(
      run(settings(), ['--import', `data:text/javascript,${encodeURIComponent(old)}`, MAIN]),
      'exit',
    )) as [number];
    expect(code).toBe(1);
    expect(output).toBe('The gateway needs Node 24 or newer; this is 20.1.0.\n');
  });

  it(
    'keeps connections longer than a reverse proxy does, and cuts off slow headers later still',
    SLOW_START,
    async () => {
      run(settings());
      const { port } = await listening();
      const keepAlive = await new Promise<unknown>((resolve, reject) => {
        get({ port, path: '/api/config', headers: { connection: 'keep-alive' } }, (res) => {
          res.resume();
          resolve(res.headers['keep-alive']);
        }).on('error', reject);
      });
      expect(keepAlive).toBe('timeout=95');
    },
  );
});
