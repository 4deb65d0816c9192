import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KilledDesk } from '../test/kills/killed-desk.ts';
import { importRequests } from '../test/kills/requests.ts';
import { SOURCES } from '../test/service-process.ts';
import { Listener } from './bench/listener.ts';

/*
 * A thousand clients on the stream of one office, each over its own connection: checks that all receive every event,
 * and measures the service's memory per client.
 */
const LISTENERS = 1000;
/** How many are opened concurrently. */
const AT_ONCE = 50;

/** Resident memory of a process, in bytes. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

const folder = await mkdtemp(path.join(tmpdir(), 'despacho-bench-'));
const desk = new KilledDesk(folder, { program: SOURCES });
const listeners = Array.from({ length: LISTENERS }, () => new Listener());
try {
  await desk.start();
  await desk.enter();
  const imports = importRequests(desk);
  /** Imports a file. @returns how many changes each client should receive, and the seconds until all have. */
  async function write(received: () => boolean): Promise<{ orders: number; seconds: number }> {
    const { path: address, body, key, orders } = await imports();
    const begun = performance.now();
    await desk.ask(address, body, key);
    while (!received()) await sleep(10);
    return { orders, seconds: (performance.now() - begun) / 1000 };
  }
  const alone = await write(() => true);
  await sleep(1000);
  const before = await memoryOf(desk.pid ?? 0);
  for (let from = 0; from < LISTENERS; from += AT_ONCE)
    await Promise.all(listeners.slice(from, from + AT_ONCE).map((each) => each.listen(() => desk.stream())));
  const idle = await memoryOf(desk.pid ?? 0);
  const beside = await write(() => listeners.every(({ received }) => received >= alone.orders));
  const after = await memoryOf(desk.pid ?? 0);
  const served = listeners.filter(({ received, resets }) => received === beside.orders && resets === 0).length;
  const perListener = (bytes: number): string => `${Math.round((bytes - before) / LISTENERS / 1024)} KiB`;
  process.stdout.write(
    `  ${served} of ${LISTENERS} listeners notified of each of ${beside.orders} changes, the last after ${beside.seconds.toFixed(1)} s\n` +
      `  memory: ${perListener(idle)} for each listener, ${perListener(after)} after telling them\n`,
  );
  if (served < LISTENERS) process.exitCode = 1;
} finally {
  for (const listener of listeners) listener.leave();
  await desk.kill();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
