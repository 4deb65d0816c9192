import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../root.ts';
import { backendEnvironment, gatewayEnvironment, makeSecrets } from '../stack/environment.ts';
import { freePort } from '../stack/ports.ts';
import { Killable } from './killable.ts';

/** `aof`: what Redis has answered is there after it was killed. `none`: it forgets everything. */
export type Persistence = 'aof' | 'none';

/** The product with Redis, as three processes that can be killed. */
export interface House {
  port: number;
  redis: Killable;
  backend: Killable;
  gateway: Killable;
  close(): Promise<void>;
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (ready: boolean) => {
      socket.destroy();
      resolve(ready);
    };
    socket.once('connect', () => socket.write('PING\r\n'));
    // While it reads its file it answers LOADING.
    socket.once('data', (data: Buffer) => {
      end(data.toString().startsWith('+PONG'));
    });
    socket.once('error', () => {
      end(false);
    });
  });
}

function redisArguments(port: number, folder: string, persistence: Persistence): string[] {
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  return [...place, '--appendonly', persistence === 'aof' ? 'yes' : 'no', '--appendfsync', 'always'];
}

/** Spread over sixty days and tomorrow: so many that some are open at any time of the day, tomorrow's in the evening. */
const DEMO_ORDERS = '2000';

/** Starts Redis, the dispatch service with demonstration data, and the gateway, as built. */
export async function startHouse(persistence: Persistence): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), 'despacho-kills-'));
  const secrets = makeSecrets();
  const [redisPort, backendPort, port, adminPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const backendUrl = `http://127.0.0.1:${backendPort}`;
  const redis = new Killable({
    name: 'redis',
    command: 'redis-server',
    args: redisArguments(redisPort, folder, persistence),
    environment: process.env,
    isReady: () => answersPing(redisPort),
  });
  const backend = new Killable({
    name: 'backend',
    command: process.execPath,
    args: [`${ROOT}apps/backend/dist/main.js`],
    environment: { ...backendEnvironment(backendPort, join(folder, 'data'), secrets), DEMO_ORDERS },
    isReady: () => answersOk(`${backendUrl}/health`),
  });
  const gateway = new Killable({
    name: 'gateway',
    command: process.execPath,
    args: [`${ROOT}apps/bff/dist/main.js`],
    environment: {
      ...gatewayEnvironment({ port, adminPort, upstream: backendUrl }, secrets),
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      TRUST_PROXY: '127.0.0.1',
    },
    isReady: () => answersOk(`http://127.0.0.1:${adminPort}/live`),
  });
  const all = [redis, backend, gateway];
  const close = async () => {
    for (const one of all) await one.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await Promise.all(all.map((one) => one.start()));
  } catch (error) {
    await close();
    throw error;
  }
  return { port, redis, backend, gateway, close };
}
