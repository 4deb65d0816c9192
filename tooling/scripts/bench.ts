import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ROOT } from '../src/root.ts';
import { turbo } from '../src/turbo.ts';

/** Each benchmark and its script, which prints its own lines. */
const BENCHES: { title: string; script: string; onlyByName?: boolean }[] = [
  { title: 'Login page: download', script: 'apps/web/scripts/login-budget.ts' },
  { title: 'Gateway: CPU of a proxied read, beside the usual stack', script: 'apps/bff/bench/proxied-read.ts' },
  { title: 'Gateway: others beside a client that leaves its answers unread', script: 'apps/bff/bench/greedy.ts' },
  {
    title: 'Gateway and dispatch service: others beside hostile workbooks, a large body and unread answers',
    script: 'apps/bff/bench/hostile.ts',
  },
  {
    title: 'Gateway and dispatch service: another company beside hostile pictures',
    script: 'apps/bff/bench/hostile-pictures.ts',
  },
  { title: 'Gateway: two thousand event streams', script: 'apps/bff/bench/streams.ts' },
  { title: 'Web: bytes and requests that an open page costs', script: 'e2e/bench/wire-bytes.ts' },
  { title: 'Web: CPU of the desk while somebody changes orders', script: 'e2e/bench/desk-burst.ts' },
  { title: 'Web: what opening a screen costs, and what moves meanwhile', script: 'e2e/bench/opening.ts' },
  { title: 'Web: frames and long tasks of the desk', script: 'e2e/bench/desk-frames.ts' },
  { title: 'Web: the layers of the map beside Leaflet’s', script: 'e2e/bench/map-layers.ts' },
  { title: 'Web: frames and long tasks of the map', script: 'e2e/bench/map-frames.ts' },
  {
    title: 'Dispatch: orders, by the size of the office and of the request',
    script: 'apps/backend/scripts/bench-orders.ts',
  },
  {
    title: 'Dispatch: CPU per request of the most frequent reads, beside the cheapest',
    script: 'apps/backend/scripts/bench-requests.ts',
  },
  {
    title: 'Dispatch: positions of couriers on a PostgreSQL, by their rate',
    script: 'apps/backend/scripts/bench-positions.ts',
  },
  {
    title: 'Gateway and dispatch service: another company beside the dearest operations of one person',
    script: 'apps/backend/scripts/bench-fair.ts',
    onlyByName: true,
  },
  { title: 'Dispatch: looking for a copy of a picture', script: 'apps/backend/scripts/bench-photos.ts' },
  { title: 'Dispatch: polls of a courier’s route', script: 'apps/backend/scripts/bench-route.ts' },
  {
    title: 'Tests, CPU and wall time of each suite and of the whole npm test',
    script: 'tooling/scripts/run-costs.ts',
    onlyByName: true,
  },
];

/** `npm run bench -- open --screens=desk` runs those whose file name begins so, with the options. */
const [name = '', ...options] = process.argv.slice(2);
const chosen = BENCHES.filter(
  ({ script, onlyByName }) => script.replace(/.*\//, '').startsWith(name) && !(onlyByName && name === ''),
);
if (chosen.length === 0) {
  console.error(`No benchmark is named ${name}`);
  process.exit(1);
}

const build = await turbo(['build']);
if (!build.ok) {
  console.error(build.output);
  process.exit(1);
}

for (const { title, script } of chosen) {
  console.log(`\n${title}`);
  const run = existsSync(`${ROOT}${script}`)
    ? spawnSync(process.execPath, [`${ROOT}${script}`, ...options], { stdio: 'inherit' })
    : undefined;
  if (run?.status !== 0) {
    console.error(`${script} failed, or a figure exceeds its bound`);
    process.exitCode = 1;
  }
}
