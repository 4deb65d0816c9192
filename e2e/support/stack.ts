import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { ROOT } from '@despacho/tooling/root';
import {
  backendEnvironment,
  gatewayEnvironment,
  makeSecrets,
  type SharedSecrets,
} from '@despacho/tooling/stack/environment';
import { freePort } from '@despacho/tooling/stack/ports';
import { launch, type Service, SHORT_LIVED } from '@despacho/tooling/stack/service';

/** The backend of a run, for the workers. */
export interface Backend {
  url: string;
  secrets: SharedSecrets;
}

/** Workers inherit it from the global setup. A file would be shared by concurrent runs. */
const HANDOVER = 'DESPACHO_E2E_BACKEND';

/**
 * The minimum environment, so that tests do not depend on the terminal. `TMPDIR` holds the socket of a moved clock; compiled
 * code of an earlier process saves a fifth of the CPU of a gateway's start.
 */
const bare = (): NodeJS.ProcessEnv => {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE };
};

/** Number of demo orders: few, for a fast start; `E2E_ORDERS` sets more for the scale test. */
export const DEMO_ORDERS = Number(process.env['E2E_ORDERS'] ?? 600);

/** Time for a service to start and create its orders on a busy machine, in milliseconds. */
const STARTING = 180_000;
const MAKING_ONE = 10;

/** Ports, data folder and secrets of a backend. */
interface BackendPlace {
  port: number;
  dataDir: string;
  secrets: SharedSecrets;
  orders: number;
  logFile: string;
  nodeOptions?: readonly string[];
  /** Added to its environment. */
  more?: NodeJS.ProcessEnv;
}

/** Starts the built backend on a data folder, which an earlier backend may have used. */
async function launchBackend(place: BackendPlace): Promise<Service> {
  const { port, dataDir, secrets, orders, logFile, nodeOptions = [], more } = place;
  const service = launch({
    name: 'backend',
    entry: `${ROOT}apps/backend/dist/main.js`,
    nodeOptions,
    env: {
      ...bare(),
      ...backendEnvironment(port, dataDir, secrets),
      DEMO_ORDERS: String(orders),
      // Tests use the calendar's day as today, even at night.
      DAY_TURNS_AT: '00:00',
      LOG_LEVEL: 'info',
      ...more,
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

/**
 * Starts the built backend on a new database, and publishes its address to the workers.
 * @param more added to its environment; its `DEMO_ORDERS` replaces the usual number.
 */
export async function startBackend(more: NodeJS.ProcessEnv = {}): Promise<{ stop: () => Promise<void> }> {
  const dataDir = await makeFolder();
  const port = await freePort();
  const secrets = makeSecrets();
  const logFile = `${ROOT}e2e/.output/backend.log`;
  const service = await launchBackend({
    port,
    dataDir,
    secrets,
    orders: Number(more['DEMO_ORDERS'] ?? DEMO_ORDERS),
    logFile,
    more,
  });
  process.env[HANDOVER] = JSON.stringify({ url: `http://127.0.0.1:${port}`, secrets } satisfies Backend);
  return {
    stop: async () => {
      await service.stop();
      await removeFolder(dataDir);
    },
  };
}

/** Enough for tests that kill a backend, which create their own orders. */
const FEW_ORDERS = 20;

/** A backend for one test, which can be killed and restarted with the same port and data. */
export class KillableBackend implements Backend {
  readonly secrets = makeSecrets();
  readonly #more: NodeJS.ProcessEnv;
  url = '';
  #place: BackendPlace | undefined;
  #service: Service | undefined;
  #starts = 0;

  /** @param more added to its environment. */
  constructor(more: NodeJS.ProcessEnv = {}) {
    this.#more = more;
  }

  async start(): Promise<void> {
    this.#starts += 1;
    const { port, dataDir } = this.#place ?? { port: await freePort(), dataDir: await makeFolder() };
    const logFile = `${ROOT}e2e/.output/backend-${port}-${this.#starts}.log`;
    const { secrets } = this;
    this.#place = { port, dataDir, secrets, orders: FEW_ORDERS, logFile, nodeOptions: SHORT_LIVED, more: this.#more };
    this.url = `http://127.0.0.1:${port}`;
    this.#service = await launchBackend(this.#place);
  }

  /**
   * Runs an administrative command, which the running service carries out.
   * @param password read from standard input.
   * @returns its output.
   */
  async command(args: readonly string[], password = ''): Promise<string> {
    if (!this.#place) throw new Error('The backend was not started');
    const { port, dataDir, secrets } = this.#place;
    const child = spawn(process.execPath, [`${ROOT}apps/backend/dist/main.js`, ...args], {
      env: { ...bare(), ...backendEnvironment(port, dataDir, secrets), ...this.#more },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdin.end(password);
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (child.exitCode === null) await once(child, 'exit');
    if (child.exitCode !== 0) throw new Error(`${args.join(' ')}: ${errors}`);
    return output;
  }

  /** SIGSTOP: it accepts connections but does not process them. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }

  /** SIGKILL, like a power failure: it writes nothing more. */
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

/** A gateway process for one worker or test. */
export interface Gateway {
  url: string;
  service: Service;
  logFile: string;
}

/** A free port may be taken by another process before it is used. */
const TRIES = 3;

/**
 * Starts the built gateway in front of `upstream`, with `more` added to its environment.
 * @param apps where the gateway and the pages are built.
 */
export async function startGateway(
  upstream: string,
  secrets: SharedSecrets,
  more: NodeJS.ProcessEnv = {},
  apps = `${ROOT}apps/`,
): Promise<Gateway> {
  for (let tries = 1; ; tries += 1) {
    const [port, adminPort] = [await freePort(), await freePort()];
    const logFile = `${ROOT}e2e/.output/gateway-${port}.log`;
    const service = launch({
      name: 'gateway',
      entry: `${apps}bff/dist/main.js`,
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
