import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { expectOk, sendInLoop } from '@despacho/tooling/load/generator';
import { median, report } from '@despacho/tooling/load/measure';
import { backendEnvironment, gatewayEnvironment, makeSecrets } from '@despacho/tooling/stack/environment';
import { freePort } from '@despacho/tooling/stack/ports';
import { launch, type Service } from '@despacho/tooling/stack/service';
import { browserOf } from './support/gateways.ts';

/**
 * Measures the CPU of a sign-in without a second factor in gateway and service, compared with the build of another checkout
 * (`--against=FOLDER`); without one it prints only the figure. The result is the median ratio of five rounds, or of
 * `--rounds=9`.
 */
const { values } = parseArgs({ options: { against: { type: 'string' }, rounds: { type: 'string', default: '5' } } });

const LIMIT = 1.05;
const WARM_UP = 200;
/** A round alternates batches, because the speed of a busy machine changes within seconds. */
const [BATCHES, IN_BATCH] = [20, 10];

/** The built service and gateway of a checkout, with demo data. */
async function start(checkout: string) {
  const [secrets, folder] = [makeSecrets(), await mkdtemp(join(tmpdir(), 'despacho-sign-in-'))];
  const [backend, port, adminPort] = [await freePort(), await freePort(), await freePort()];
  const upstream = `http://127.0.0.1:${backend}`;
  const run = async (name: string, env: NodeJS.ProcessEnv, readyUrl: string): Promise<Service> => {
    const entry = join(checkout, `apps/${name}/dist/main.js`);
    const service = launch({ name, entry, env: { ...env, NODE_ENV: 'production' }, readyUrl, isMetered: true });
    await service.ready();
    return service;
  };
  const demo = { DEMO_ORDERS: '100', DEMO_CLOCK: '0' };
  const service = await run(
    'backend',
    { ...backendEnvironment(backend, folder, secrets), ...demo },
    `${upstream}/health`,
  );
  const limits = { REQUESTS_PER_MINUTE: '0', ADDRESS_REQUESTS_PER_MINUTE: '0' };
  const environment = { ...gatewayEnvironment({ port, adminPort, upstream }, secrets), ...limits };
  const gateway = await run('bff', environment, `http://127.0.0.1:${adminPort}/live`);
  const client = browserOf(port, 1);
  const signIn = async (): Promise<number> => (await client.signIn('LIMA', 'ana.torres', 'despacho')).status;
  const cpu = async () => (await service.usage()).cpu + (await gateway.usage()).cpu;
  return {
    /** Signs in one after another. @returns CPU milliseconds of each. */
    measure: async (times: number): Promise<number> => {
      const before = await cpu();
      expectOk(await sendInLoop({ connections: 1, count: times }, signIn));
      return ((await cpu()) - before) / times;
    },
    stop: async () => {
      client.close();
      await Promise.all([gateway.stop(), service.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const ours = await start(resolve(import.meta.dirname, '../../..'));
const other = values.against === undefined ? undefined : await start(resolve(values.against));
const costs: { ours: number; other: number }[] = [];
for (const each of [ours, other]) await each?.measure(WARM_UP);
for (let round = 0; round < Number(values.rounds); round += 1) {
  const sum = { ours: 0, other: 0 };
  for (let batch = 0; batch < BATCHES; batch += 1) {
    sum.ours += (await ours.measure(IN_BATCH)) / BATCHES;
    sum.other += ((await other?.measure(IN_BATCH)) ?? NaN) / BATCHES;
  }
  costs.push(sum);
}
for (const each of [ours, other]) await each?.stop();

report('CPU of a sign-in', `${median(costs.map((each) => each.ours)).toFixed(1)} ms`);
if (other) {
  const ratios = costs.map((each) => each.ours / each.other);
  const ratio = median(ratios);
  report('of the other checkout', `${median(costs.map((each) => each.other)).toFixed(1)} ms`);
  const pairs = ratios.map((each) => each.toFixed(3)).join(', ');
  report('ratio', `×${ratio.toFixed(3)} (at most ×${LIMIT}; pairs: ${pairs})`, ratio <= LIMIT);
}
