import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../root.ts';
import { backendEnvironment, gatewayEnvironment, makeSecrets, type SharedSecrets } from '../stack/environment.ts';
import { askPort, freePort } from '../stack/ports.ts';
import { Killable } from './killable.ts';
import { createPostgres } from './postgres.ts';

/** `aof`: Redis keeps everything it has acknowledged when killed. `none`: it loses everything. */
export type Persistence = 'aof' | 'none';

/** `embedded`: one service and one gateway. `postgres`: two services on one server, each with its own gateway. */
export type Databases = 'embedded' | 'postgres';

/** The product with Redis, as processes that can be killed. */
export interface Product {
  /** Ports of the gateways. */
  ports: readonly number[];
  redis: Killable;
  postgres: Killable | undefined;
  backends: readonly Killable[];
  gateways: readonly Killable[];
  close(): Promise<void>;
}

function redisArguments(port: number, folder: string, persistence: Persistence): string[] {
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  return [...place, '--appendonly', persistence === 'aof' ? 'yes' : 'no', '--appendfsync', 'always'];
}

/** A Redis in a folder, not started yet. */
const createRedis = (port: number, folder: string, persistence: Persistence): Killable =>
  new Killable({
    name: 'redis',
    command: 'redis-server',
    args: redisArguments(port, folder, persistence),
    env: process.env,
    // Redis answers LOADING while it reads its file.
    isReady: async () => (await askPort(port, 'PING\r\nQUIT\r\n'))?.startsWith('+PONG') === true,
  });

/** A built dispatch service with demonstration data, not started yet. */
interface ServicePlace {
  name: string;
  port: number;
  folder: string;
  secrets: SharedSecrets;
  /** Without one, the embedded database in the folder. */
  databaseUrl?: string | undefined;
  orders?: number;
  nodeOptions?: readonly string[];
  /** Whether it is ready; by default, when it reports that it is healthy. */
  isReady?: () => Promise<boolean>;
}

export function createService({ name, port, folder, secrets, databaseUrl, ...place }: ServicePlace): Killable {
  const { orders = 2000, ...started } = place;
  return new Killable({
    name,
    entry: `${ROOT}apps/backend/dist/main.js`,
    env: {
      ...backendEnvironment(port, join(folder, 'data'), secrets),
      DEMO_ORDERS: String(orders),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
    readyUrl: `http://127.0.0.1:${port}/health`,
    ...started,
  });
}

/**
 * A built gateway, not started yet. The clients of these runs never pause, so the usual limits would stop them.
 * @param more added to its environment.
 */
export const createGateway = (
  name: string,
  place: Parameters<typeof gatewayEnvironment>[0],
  secrets: SharedSecrets,
  more: NodeJS.ProcessEnv = {},
  nodeOptions: readonly string[] = [],
): Killable =>
  new Killable({
    name,
    nodeOptions,
    entry: `${ROOT}apps/bff/dist/main.js`,
    env: {
      ...gatewayEnvironment(place, secrets),
      TRUST_PROXY: '127.0.0.1',
      REQUESTS_PER_MINUTE: '0',
      ADDRESS_REQUESTS_PER_MINUTE: '0',
      ...more,
    },
    readyUrl: `http://127.0.0.1:${place.adminPort}/live`,
  });

/**
 * Starts Redis, the database, dispatch services with demo data, and gateways, from the build.
 * @param nodeOptions options of Node for the dispatch services.
 * @param orders of the demonstration, spread over sixty days and tomorrow: enough that some are open at any time of day; in
 * the evening, tomorrow's.
 */
export async function startProduct(
  persistence: Persistence,
  databases: Databases = 'embedded',
  nodeOptions: readonly string[] = [],
  orders = 2000,
): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'despacho-kills-'));
  const secrets = makeSecrets();
  const redisPort = await freePort();
  const server = databases === 'postgres' ? await createPostgres(folder, await freePort()) : undefined;
  const redis = createRedis(redisPort, folder, persistence);
  const [ports, backends, gateways]: [number[], Killable[], Killable[]] = [[], [], []];
  for (const name of server ? [' 1', ' 2'] : ['']) {
    const [backendPort, port, adminPort] = [await freePort(), await freePort(), await freePort()];
    const place = { name: `backend${name}`, port: backendPort, folder, secrets, databaseUrl: server?.url };
    backends.push(createService({ ...place, nodeOptions, orders }));
    const upstream = `http://127.0.0.1:${backendPort}`;
    const redisUrl = { REDIS_URL: `redis://127.0.0.1:${redisPort}` };
    gateways.push(createGateway(`gateway${name}`, { port, adminPort, upstream }, secrets, redisUrl));
    ports.push(port);
  }
  // In the order of their dependencies.
  const all = [redis, ...(server ? [server.postgres] : []), ...backends, ...gateways];
  const close = async () => {
    for (const one of all.toReversed()) await one.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await Promise.all(all.map((one) => one.start()));
  } catch (error) {
    await close();
    throw error;
  }
  return { ports, redis, postgres: server?.postgres, backends, gateways, close };
}
