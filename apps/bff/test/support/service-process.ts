import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SECRETS } from './gateway.ts';

const MAIN = fileURLToPath(new URL('../../../backend/src/main.ts', import.meta.url));

export interface ServiceProcess {
  url: string;
  pid: number;
  /** What the gateway is told of it. */
  environment: { API_URL: string; BASE_URL: string; STORAGE_URL: string; OPERATIONS_URL: string };
  stop(): Promise<void>;
}

/** @returns the address the service tells in its log. */
async function addressOf(child: ChildProcess): Promise<string> {
  let told = '';
  child.stderr?.on('data', (chunk: Buffer) => (told += chunk.toString()));
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    told += chunk.toString();
    const address = /"address":"([^"]+)".*"msg":"listening"/.exec(told)?.[1];
    if (address) return address;
  }
  throw new Error(`The dispatch service ended instead of listening: ${told}`);
}

/** Options of Node that shift the clock of a process. */
function shiftedClock(seconds: number): string[] {
  // A proxy, so that whatever is a Date for the database's driver remains one.
  const code = `const now = Date.now;
    Date.now = () => now() + ${seconds * 1000};
    globalThis.Date = new Proxy(Date, {
      construct: (target, given) => new target(...(given.length === 0 ? [Date.now()] : given)),
    });`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}

interface ServiceOptions {
  /** Where it listens; the system chooses otherwise. */
  port?: string;
  /** Folder of the database, which is then kept; a new one that is thrown away otherwise. */
  keptIn?: string;
  /** How far its clock is ahead. */
  aheadSeconds?: number;
  environment?: Record<string, string>;
}

/** The real dispatch service as a process of its own, with its demonstration data. */
export async function startServiceProcess({
  port = '0',
  keptIn,
  aheadSeconds = 0,
  environment = {},
}: ServiceOptions = {}): Promise<ServiceProcess> {
  const folder = keptIn ?? (await mkdtemp(join(tmpdir(), 'despacho-service-')));
  const { OPERATIONS_KEY, STORAGE_USER, STORAGE_PASSWORD } = SECRETS;
  const clock = aheadSeconds === 0 ? [] : shiftedClock(aheadSeconds);
  const child = spawn(process.execPath, [...clock, MAIN], {
    env: {
      PORT: port,
      INGEST_PORT: '0',
      DEMO: '1',
      DEMO_ORDERS: '100',
      DATA_DIR: folder,
      OPERATIONS_KEY,
      STORAGE_USER,
      STORAGE_PASSWORD,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await addressOf(child);
  child.stdout.resume();
  return {
    url,
    pid: child.pid ?? 0,
    environment: {
      API_URL: `${url}/legacy/api`,
      BASE_URL: `${url}/legacy/base`,
      STORAGE_URL: `${url}/legacy/storage`,
      OPERATIONS_URL: `${url}/operations`,
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      if (keptIn === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
