import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { chosenSuites } from '../src/check/suites.ts';
import { busySeconds, costsTable, medianOf, type Cost } from '../src/check/costs.ts';
import { fillIn, formatted } from '../src/docs/markdown.ts';
import { endWithAllProcesses } from '../src/machine/own-processes.ts';
import { ROOT } from '../src/root.ts';

/*
 * Prints tests, CPU and wall time of each suite alone and of a whole forced `npm test`, after a build:
 * `npm run bench -- run --runs=3 --suites=gateway,whole --write`. The CPU time is that of the whole machine, so that servers
 * and browsers count too; the machine must be idle, or `--busy` accepts that other work counts. `--write` puts the table
 * into docs/development.md.
 */

const options = process.argv.slice(2);
const valueOf = (name: string): string | undefined =>
  options.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const runs = Number(valueOf('runs') ?? 3);
const WHOLE = 'whole';
const names = valueOf('suites')?.split(',') ?? [...chosenSuites([]).map(({ name }) => name), WHOLE];
chosenSuites([`--suites=${names.filter((name) => name !== WHOLE).join(',') || 'checks'}`]);

/** How long the machine is observed, in seconds, and the share of its cores that may be busy during that time. */
const OBSERVED_S = 5;
const QUIET_SHARE = 0.05;

endWithAllProcesses({
  mark: `despacho-costs-${process.pid}-${Date.now()}`,
  stop: (why) => {
    console.error(`Ended early: ${why}`);
  },
  signalCode: 1,
});

/** @returns the load before a run. Exits on a busy machine, unless `--busy` is given. */
async function requireQuiet(): Promise<string> {
  const before = busySeconds(cpus());
  await sleep(OBSERVED_S * 1000);
  const share = (busySeconds(cpus()) - before) / OBSERVED_S / cpus().length;
  const state = `load ${loadavg()[0]?.toFixed(1) ?? '?'}, ${Math.round(share * 100)} % busy before`;
  if (share <= QUIET_SHARE) return state;
  if (options.includes('--busy')) return `${state}, NOT QUIET: the CPU of other work is included`;
  console.error(`The machine is not quiet (${state}): end other work, or accept with --busy that it counts.`);
  process.exit(1);
}

async function measure(name: string): Promise<Cost> {
  const state = await requireQuiet();
  const chosen = name === WHOLE ? [] : [`--suites=${name}`];
  const [busy, begun] = [busySeconds(cpus()), performance.now()];
  const child = spawn(process.execPath, [`${ROOT}tooling/scripts/run.js`, 'test', '--force', ...chosen], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  const cost = {
    tests: Number(/^(\d+) passed, /m.exec(output.split('\n').slice(-3).join('\n'))?.[1] ?? 0),
    cpu: busySeconds(cpus()) - busy,
    wall: (performance.now() - begun) / 1000,
  };
  if (code !== 0) {
    console.error(output);
    process.exitCode = 1;
  }
  const figures = `${cost.tests} tests, ${cost.cpu.toFixed(0)} s of CPU, ${cost.wall.toFixed(0)} s`;
  const isRepeated = output.includes('Passed only alone') ? ', some tests passed only alone' : '';
  console.log(`${new Date().toISOString()} ${name}: ${figures}${isRepeated}${code === 0 ? '' : ', FAILED'} (${state})`);
  return cost;
}

const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
console.log(`Commit ${commit}, ${runs} runs, ${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}`);
const rows: [string, Cost][] = [];
for (const name of names) {
  const costs: Cost[] = [];
  for (let run = 0; run < runs; run += 1) costs.push(await measure(name));
  rows.push([name, medianOf(costs)]);
}
const table = costsTable(rows);
console.log(`\n${table}`);
if (options.includes('--write') && process.exitCode === undefined) {
  const page = `${ROOT}docs/development.md`;
  const title = `Median of ${runs}, ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}, commit ${commit}:`;
  const text = fillIn(readFileSync(page, 'utf8'), 'costs', `${title}\n\n${table}`);
  writeFileSync(page, await formatted('docs/development.md', text));
}
process.exit();
