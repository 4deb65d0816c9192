import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { ROOT } from '@despacho/tooling/root';
import {
  backendEnvironment,
  gatewayEnvironment,
  makeSecrets,
  type SharedSecrets,
} from '@despacho/tooling/stack/environment';
import { freePort } from '@despacho/tooling/stack/ports';
import { launch, type Service } from '@despacho/tooling/stack/service';

/** The one backend of a run, as the workers find it. */
export interface Backend {
  url: string;
  secrets: SharedSecrets;
}

/** Workers inherit it from the global set-up. No file, so that two runs side by side do not find each other's. */
const HANDOVER = 'DESPACHO_E2E_BACKEND';

/** Only what a program needs to run at all: a test must not depend on the terminal it was started from. */
const bare = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], HOME: process.env['HOME'] });

/** Orders of the demonstration: few, so that a run begins soon; `E2E_ORDERS` asks for the many that a test of scale is about. */
export const DEMO_ORDERS = Number(process.env['E2E_ORDERS'] ?? 600);

/** Milliseconds for a service to start, and for each order it has to make first; a busy machine takes its time over that. */
const STARTING = 180_000;
const MAKING_ONE = 10;

/** Where a backend listens, and on what it stands. */
interface BackendPlace {
  port: number;
  dataDir: string;
  secrets: SharedSecrets;
  orders: number;
  logFile: string;
}

/** Starts the built backend on a folder, which may be that of one which has ended. */
async function launchBackend({ port, dataDir, secrets, orders, logFile }: BackendPlace): Promise<Service> {
  const service = launch({
    name: 'backend',
    entry: `${ROOT}apps/backend/dist/main.js`,
    env: {
      ...bare(),
      ...backendEnvironment(port, dataDir, secrets),
      DEMO_ORDERS: String(orders),
      LOG_LEVEL: 'info',
    },
    readyUrl: `http://127.0.0.1:${port}/health`,
    readyWithinMs: STARTING + orders * MAKING_ONE,
    logFile,
  });
  await service.ready();
  return service;
}

const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'despacho-e2e-'));
const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Starts the built backend on a database of its own, and tells the workers where it is. */
export async function startBackend(): Promise<{ stop: () => Promise<void> }> {
  const dataDir = await makeFolder();
  const port = await freePort();
  const secrets = makeSecrets();
  const logFile = `${ROOT}e2e/.output/backend.log`;
  const service = await launchBackend({ port, dataDir, secrets, orders: DEMO_ORDERS, logFile });
  process.env[HANDOVER] = JSON.stringify({ url: `http://127.0.0.1:${port}`, secrets } satisfies Backend);
  return {
    stop: async () => {
      await service.stop();
      await removeFolder(dataDir);
    },
  };
}

/** Enough for the tests of a backend that is killed, which look at orders of their own. */
const FEW_ORDERS = 20;

/** A backend of a test's own, which may be killed and started again: on the same port, and on what it had kept. */
export class MortalBackend implements Backend {
  readonly secrets = makeSecrets();
  url = '';
  #place: BackendPlace | undefined;
  #service: Service | undefined;
  #starts = 0;

  async start(): Promise<void> {
    this.#starts += 1;
    const { port, dataDir } = this.#place ?? { port: await freePort(), dataDir: await makeFolder() };
    const logFile = `${ROOT}e2e/.output/backend-${port}-${this.#starts}.log`;
    this.#place = { port, dataDir, secrets: this.secrets, orders: FEW_ORDERS, logFile };
    this.url = `http://127.0.0.1:${port}`;
    this.#service = await launchBackend(this.#place);
  }

  /** It takes calls as before, and gets no chance to do anything about them. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }

  /** As a machine that loses its power ends it: it writes nothing any more. */
  async kill(): Promise<void> {
    this.#signal('SIGKILL');
    await this.#service?.ended;
  }

  async end(): Promise<void> {
    await this.#service?.stop();
    if (this.#place) await removeFolder(this.#place.dataDir);
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.#service?.pid;
    if (pid === undefined) throw new Error('The backend is not running');
    process.kill(pid, signal);
  }
}

/** @returns the backend that `startBackend` started for this run. */
export function findBackend(): Backend {
  return JSON.parse(process.env[HANDOVER] ?? '') as Backend;
}

/** A gateway process of a test's own. */
export interface Gateway {
  url: string;
  service: Service;
  logFile: string;
}

/** Ports are free when they are asked for, and may be taken by a connection of another process right after. */
const TRIES = 3;

/** Starts the built gateway in front of `upstream`, with `more` added to its environment. */
export async function startGateway(
  upstream: string,
  secrets: SharedSecrets,
  more: NodeJS.ProcessEnv = {},
): Promise<Gateway> {
  for (let tries = 1; ; tries += 1) {
    const [port, adminPort] = [await freePort(), await freePort()];
    const logFile = `${ROOT}e2e/.output/gateway-${port}.log`;
    const service = launch({
      name: 'gateway',
      entry: `${ROOT}apps/bff/dist/main.js`,
      env: { ...bare(), ...gatewayEnvironment({ port, adminPort, upstream }, secrets), LOG_LEVEL: 'trace', ...more },
      readyUrl: `http://127.0.0.1:${port}/api/config`,
      logFile,
    });
    try {
      await service.ready();
    } catch (error) {
      if (tries < TRIES && service.tail().includes('EADDRINUSE')) continue;
      throw error;
    }
    return { url: `http://localhost:${port}`, service, logFile };
  }
}
