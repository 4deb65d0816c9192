import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canRun } from '@despacho/tooling/machine/needs';
import { createDatabase } from '@despacho/tooling/machine/postgres-server';
import { sharedPostgres } from '@despacho/tooling/machine/shared-postgres';
import { inject } from 'vitest';
import { PID_FILE } from '../prepared-services.ts';
import { SECRETS } from './gateway.ts';

/**
 * Node's arguments for the service: the built one if there is a build, otherwise its sources. A built one parses an import
 * in a third of the CPU time. The optimizing compiler takes more CPU than the database saves by it in these tests.
 */
export const PROGRAM: readonly string[] = [
  '--liftoff-only',
  fileURLToPath(new URL(`../../../backend/${inject('built') ? 'dist/main.js' : 'src/main.ts'}`, import.meta.url)),
];

/** Of both demonstration companies. */
const PROVIDERS = fileURLToPath(new URL('identity-providers.json', import.meta.url));

export interface ServiceProcess {
  url: string;
  pid: number;
  /** Everything that it has logged. */
  logLines(): Record<string, unknown>[];
  /** Settings for the gateway. */
  environment: { API_URL: string; BASE_URL: string; STORAGE_URL: string; OPERATIONS_URL: string };
  /** Environment with its folder and database, for its commands or another process on the same data. */
  data: Record<string, string>;
  /** Stops the service. Its data stays until the end of the run. */
  stop(): Promise<void>;
}

/** @returns the address that the service logs. */
function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    // Not an iteration, whose end would close the pipe.
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /"address":"([^"]+)".*"msg":"listening"/.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.stdout?.once('end', () => reject(new Error(`The dispatch service ended instead of listening: ${output}`)));
  });
}

/** Node options that shift the clock of a process. */
function shiftedClock(seconds: number): string[] {
  // A proxy, so that Date objects still pass the database driver's check.
  const code = `const now = Date.now;
    Date.now = () => now() + ${seconds * 1000};
    globalThis.Date = new Proxy(Date, {
      construct: (target, given) => new target(...(given.length === 0 ? [Date.now()] : given)),
    });`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}

interface ServiceOptions {
  /** Port to listen on; any free one by default. */
  port?: string;
  /** Data of a service that was stopped; otherwise a copy of the demo data. */
  on?: Record<string, string>;
  /** With an embedded database, so that a measurement of the process includes it. */
  embedded?: boolean;
  /** Seconds by which its clock is ahead. */
  aheadSeconds?: number;
  environment?: Record<string, string>;
}

/** Starts the dispatch service, which fills the folder or database of its environment with demo data if it is empty. */
function launch(options: string[], environment: Record<string, string>) {
  const { OPERATIONS_KEY, STORAGE_USER, STORAGE_PASSWORD } = SECRETS;
  return spawn(process.execPath, [...options, ...PROGRAM], {
    env: {
      PORT: '0',
      INGEST_PORT: '0',
      INGEST_URL: 'https://rastreo.example.pe/gps',
      DEMO: '1',
      DEMO_ORDERS: '100',
      // No test needs simulated couriers, and rows that tests share must not change.
      DEMO_CLOCK: '0',
      OPERATIONS_KEY,
      SECRETS_KEY: 'canary-secrets-key-0123456789abcdefgh',
      IDENTITY_PROVIDERS_FILE: PROVIDERS,
      STORAGE_USER,
      STORAGE_PASSWORD,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function end(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

const preparedFolder = (): string => join(inject('services'), 'prepared');

/** Fills a folder, and the database of `environment` if it names one, with demo data. */
async function fill(folder: string, environment: Record<string, string> = {}): Promise<void> {
  const child = launch([], { DATA_DIR: folder, ...environment });
  await addressOf(child);
  child.stdout.resume();
  await end(child);
}

/**
 * Copies demo data into an empty folder. A first start takes seven seconds of CPU and one on a copy two, so that the data
 * is created once per run.
 */
async function fillFolder(folder: string): Promise<void> {
  const prepared = preparedFolder();
  if (!existsSync(prepared)) {
    const first = await mkdtemp(join(inject('services'), 'first-'));
    await fill(first);
    // Atomic. If another worker was first, its data is used.
    await rename(first, prepared).catch(() => rm(first, { recursive: true }));
  }
  // Synchronous, in a third of the CPU.
  cpSync(prepared, folder, { recursive: true });
}

/** Name of the database with demo data, to be copied. */
const DEMO = 'demo';
const photosOfDemo = (): string => join(inject('services'), 'photos');

/** Copies demo data into a new database, and its photos into an empty folder. @returns the database's address. */
async function fillDatabase(folder: string): Promise<string> {
  const server = await sharedPostgres(inject('services'), async (url) =>
    fill(photosOfDemo(), { DATABASE_URL: await createDatabase(url, DEMO) }),
  );
  cpSync(photosOfDemo(), folder, { recursive: true });
  return createDatabase(server, `service-${randomUUID()}`, DEMO);
}

async function newData(embedded: boolean): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(inject('services'), 'service-'));
  if (!embedded) return { DATA_DIR: folder, DATABASE_URL: await fillDatabase(folder) };
  await fillFolder(folder);
  return { DATA_DIR: folder };
}

/**
 * The real dispatch service as a process, with demo data: on PostgreSQL, which takes less than half the CPU of the
 * embedded database, if it is installed.
 */
export async function startServiceProcess({
  port = '0',
  embedded = inject('embedded') || !canRun('PostgreSQL'),
  on,
  aheadSeconds = 0,
  environment = {},
}: ServiceOptions = {}): Promise<ServiceProcess> {
  const data = on ?? (await newData(embedded));
  const clock = aheadSeconds === 0 ? [] : shiftedClock(aheadSeconds);
  const child = launch(clock, { PORT: port, ...data, ...environment });
  let logged = '';
  child.stdout.on('data', (part: Buffer) => (logged += part.toString()));
  const url = await addressOf(child);
  return {
    url,
    pid: child.pid ?? 0,
    logLines: () =>
      logged
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    environment: {
      API_URL: `${url}/legacy/api`,
      BASE_URL: `${url}/legacy/base`,
      STORAGE_URL: `${url}/legacy/storage`,
      OPERATIONS_URL: `${url}/operations`,
    },
    data,
    stop: () => end(child),
  };
}

let ofWorker: Promise<ServiceProcess> | undefined;

/**
 * One service for all files of a worker that leave it usable for others: they create their own rows and people, and
 * change only the modules of demo users (demo-people.ts). It is stopped after the run.
 */
export function sharedService(): Promise<ServiceProcess> {
  ofWorker ??= startServiceProcess().then((service) => {
    writeFileSync(join(inject('services'), `${service.pid}${PID_FILE}`), '');
    return service;
  });
  return ofWorker;
}
