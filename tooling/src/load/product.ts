import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../root.ts';
import { backendEnvironment, gatewayEnvironment, makeSecrets, type SharedSecrets } from '../stack/environment.ts';
import { freePort } from '../stack/ports.ts';
import { answersOk } from '../stack/service.ts';
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

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (ready: boolean) => {
      socket.destroy();
      resolve(ready);
    };
    socket.once('connect', () => socket.write('PING\r\n'));
    // Redis answers LOADING while it reads its file.
    socket.once('data', (data: Buffer) => end(data.toString().startsWith('+PONG')));
    socket.once('error', () => end(false));
  });
}

function redisArguments(port: number, folder: string, persistence: Persistence): string[] {
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  return [...place, '--appendonly', persistence === 'aof' ? 'yes' : 'no', '--appendfsync', 'always'];
}

/** A Redis in a folder, not started yet. */
export const createRedis = (port: number, folder: string, persistence: Persistence): Killable =>
  new Killable({
    name: 'redis',
    command: 'redis-server',
    args: redisArguments(port, folder, persistence),
    environment: process.env,
    isReady: () => answersPing(port),
  });

interface Place {
  folder: string;
  redisPort: number;
  secrets: SharedSecrets;
  databaseUrl: string | undefined;
  /** Options of Node for the dispatch service. */
  nodeOptions: readonly string[];
  orders: number;
}

/** A dispatch service and its gateway. */
async function createPair(name: string, { folder, redisPort, secrets, databaseUrl, nodeOptions, orders }: Place) {
  const [backendPort, port, adminPort] = [await freePort(), await freePort(), await freePort()];
  const backendUrl = `http://127.0.0.1:${backendPort}`;
  const backend = new Killable({
    name: `backend${name}`,
    command: process.execPath,
    args: [...nodeOptions, `${ROOT}apps/backend/dist/main.js`],
    environment: {
      ...backendEnvironment(backendPort, join(folder, 'data'), secrets),
      DEMO_ORDERS: String(orders),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
    isReady: () => answersOk(`${backendUrl}/health`),
  });
  const gateway = new Killable({
    name: `gateway${name}`,
    command: process.execPath,
    args: [`${ROOT}apps/bff/dist/main.js`],
    environment: {
      ...gatewayEnvironment({ port, adminPort, upstream: backendUrl }, secrets),
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      TRUST_PROXY: '127.0.0.1',
      // These clients never pause, so the usual limits would stop them.
      REQUESTS_PER_MINUTE: '0',
      ADDRESS_REQUESTS_PER_MINUTE: '0',
    },
    isReady: () => answersOk(`http://127.0.0.1:${adminPort}/live`),
  });
  return { backend, gateway, port };
}

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
  const pairs = [];
  for (const name of server ? [' 1', ' 2'] : [''])
    pairs.push(await createPair(name, { folder, redisPort, secrets, databaseUrl: server?.url, nodeOptions, orders }));
  const backends = pairs.map(({ backend }) => backend);
  const gateways = pairs.map(({ gateway }) => gateway);
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
  return { ports: pairs.map(({ port }) => port), redis, postgres: server?.postgres, backends, gateways, close };
}
