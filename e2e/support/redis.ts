import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedis } from '@despacho/tooling/load/product';
import { freePort } from '@despacho/tooling/stack/ports';

/** A Redis that loses everything when stopped. */
export interface Redis {
  url: string;
  stop(): Promise<void>;
}

/** Starts a Redis on a free port. */
export async function startRedis(): Promise<Redis> {
  const folder = await mkdtemp(join(tmpdir(), 'despacho-redis-'));
  const port = await freePort();
  const redis = createRedis(port, folder, 'none');
  await redis.start();
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      await redis.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
