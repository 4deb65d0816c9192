import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MeasuredProcess } from './measured-process.ts';

const KEY = 'bench-operations-key-0123456789abcdef';
const STORAGE = { STORAGE_USER: 'bench', STORAGE_PASSWORD: 'bench' };

/** Our built gateway before a built dispatch service with the demonstration, on the embedded database. */
export interface Product {
  service: MeasuredProcess;
  gateway: MeasuredProcess;
  /** Of the gateway. */
  port: number;
  /** Runs an administrative command of the service. @throws Error with its message if it fails. */
  command: (args: string[], input?: string) => void;
  stop: () => Promise<void>;
}

/** Starts both, on a folder of their own that `stop` removes. */
export async function startProduct(): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'despacho-bench-'));
  const service = new MeasuredProcess({
    entry: '../../backend/dist/main.js',
    environment: { PORT: '0', INGEST_PORT: '0', DEMO: '1', DATA_DIR: folder, OPERATIONS_KEY: KEY, ...STORAGE },
  });
  const url = `http://127.0.0.1:${await service.port()}`;
  const gateway = new MeasuredProcess({
    entry: '../dist/main.js',
    environment: {
      PORT: '0',
      ADMIN_PORT: '0',
      PUBLIC_ORIGIN: 'http://localhost:3000',
      SESSION_SECRET: 'bench-session-secret-0123456789abcdef',
      API_URL: `${url}/legacy/api`,
      BASE_URL: `${url}/legacy/base`,
      STORAGE_URL: `${url}/legacy/storage`,
      OPERATIONS_URL: `${url}/operations`,
      OPERATIONS_KEY: KEY,
      ...STORAGE,
      // All visitors share one address, whose rate limits would distort the measurement.
      REQUESTS_PER_MINUTE: '0',
      ADDRESS_REQUESTS_PER_MINUTE: '0',
    },
  });
  const command = (args: string[], input = ''): void => {
    const main = fileURLToPath(new URL('../../backend/dist/main.js', import.meta.url));
    const { status, stderr, stdout } = spawnSync(process.execPath, [main, ...args], {
      env: { DATA_DIR: folder, DEMO: '1', OPERATIONS_KEY: KEY },
      encoding: 'utf8',
      input,
    });
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}${stdout}`);
  };
  const stop = async (): Promise<void> => {
    await gateway.stop();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { service, gateway, port: await gateway.port(), command, stop };
}
