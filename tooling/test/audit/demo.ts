import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../src/root.ts';
import { backendEnvironment, gatewayEnvironment, makeSecrets } from '../../src/stack/environment.ts';
import { freePort } from '../../src/stack/ports.ts';
import { launch, SHORT_LIVED } from '../../src/stack/service.ts';

/** The built product with demo data, as `npm start` runs it, in a temporary folder. */
export async function startDemo(): Promise<{ origin: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'despacho-demo-'));
  const secrets = makeSecrets();
  const [backendPort, port, adminPort] = [await freePort(), await freePort(), await freePort()];
  const [upstream, origin] = [`http://127.0.0.1:${backendPort}`, `http://127.0.0.1:${port}`];
  const backend = launch({
    name: 'backend',
    entry: `${ROOT}apps/backend/dist/main.js`,
    nodeOptions: SHORT_LIVED,
    env: { ...process.env, ...backendEnvironment(backendPort, folder, secrets), DEMO_ORDERS: '100' },
    readyUrl: `${upstream}/health`,
  });
  const gateway = launch({
    name: 'gateway',
    entry: `${ROOT}apps/bff/dist/main.js`,
    env: { ...process.env, ...gatewayEnvironment({ port, adminPort, upstream }, secrets) },
    readyUrl: `${origin}/api/config`,
  });
  const stop = async (): Promise<void> => {
    await Promise.all([gateway.stop(), backend.stop()]);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all([backend.ready(), gateway.ready()]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { origin, stop };
}
