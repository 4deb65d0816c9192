import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { auditDependencies } from '../src/check/audit-dependencies.ts';
import { collectReports, removeReports } from '../src/check/collect-reports.ts';
import { readFailures } from '../src/check/failures.ts';
import { readRunning, runningLines, showStatus, statusLine } from '../src/check/progress.ts';
import { filesToRepeat } from '../src/check/second-run.ts';
import { slowestFiles } from '../src/check/slowest.ts';
import { chosenSuites } from '../src/check/suites.ts';
import { isPass, readTotals, sum, totalsLine } from '../src/check/totals.ts';
import { endWithAllProcesses } from '../src/machine/own-processes.ts';
import { prepareMachine } from '../src/machine/programs.ts';
import { makeTestFolder } from '../src/machine/test-folder.ts';
import { machineVersions } from '../src/machine/versions.ts';
import { ROOT } from '../src/root.ts';
import { turbo } from '../src/turbo.ts';

const options = process.argv.slice(2);
const suites = chosenSuites(options);
/** Time limit of the whole run, in minutes. */
const limit = Number(options.find((each) => each.startsWith('--minutes='))?.slice('--minutes='.length)) || 40;
/** Results of unchanged tests are reused, except in CI and with `--force`: docs/decisions/0128. */
const runsAll = process.env['CI'] !== undefined || options.includes('--force');
const begun = Date.now();
const folder = makeTestFolder();
process.env['TMPDIR'] = folder;
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const reports = `${folder}/reports`;
mkdirSync(reports);
process.env['TEST_REPORTS'] = reports;
// All processes share compiled modules: this saves a sixth of the CPU time of a short test file.
process.env['NODE_COMPILE_CACHE'] ??= `${ROOT}node_modules/.cache/compiled`;

const expected = suites.flatMap(({ workspace }) => workspace ?? []);
removeReports(expected);
const failed: string[] = [];
const stages = new Set<string>();
let isEnding = false;
const running = () => readRunning(`${reports}/progress`);

const end = endWithAllProcesses({
  mark: folder,
  stop(why) {
    isEnding = true;
    hideStatus();
    if (why === '') return;
    console.error(`\nEnded early: ${why}. This was running: ${[...stages].join(', ')}`);
    for (const line of runningLines(running(), Date.now())) console.error(line);
    collectReports(reports, begun, expected);
    const early = { passed: 0, failed: 1, skipped: 0 };
    console.log(`\n${totalsLine(sum([...readTotals(reports, expected).values(), early]))}`);
    // The totals stay the last line: later output of the processes that end is dropped.
    process.stdout.write = () => true;
  },
  signalCode: 1,
});
setTimeout(() => void end(`not finished after ${limit} minutes`, 1), limit * 60_000).unref();

/** Durations of the last complete runs, in ms, by the names of their suites. */
const DURATIONS = `${ROOT}node_modules/.cache/despacho-test-durations.json`;
const durations = existsSync(DURATIONS) ? (JSON.parse(readFileSync(DURATIONS, 'utf8')) as Record<string, number>) : {};
const kind = suites.map(({ name }) => name).join(' ');
const hideStatus = process.stdout.isTTY
  ? showStatus(() => statusLine(stages, running(), Date.now() - begun, durations[kind]))
  : () => undefined;

/** Runs one stage and prints its result; prints the whole output of a failure. The next stage runs in either case. */
async function stage(title: string, run: () => Promise<boolean> | boolean): Promise<boolean> {
  const started = performance.now();
  console.log(`\n── ${title}`);
  stages.add(title);
  const ok = await run();
  // A stage that is killed at the end does not fail, and no stage follows it.
  if (isEnding) return new Promise(() => undefined);
  stages.delete(title);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`── ${title}: ${ok ? 'ok' : 'FAILED'} (${seconds} s)`);
  if (!ok) failed.push(title);
  return ok;
}

async function tasks(names: string[], ...args: string[]): Promise<boolean> {
  return (await turbo(names, ['--continue=always', ...args], true)).ok;
}

/** Runs a script of a workspace with some files. @returns whether it succeeded. */
async function npmRun(script: string, workspace: string, ...args: string[]): Promise<boolean> {
  const command = ['run', '--silent', script, `--workspace=@despacho/${workspace}`, '--', ...args];
  const [code] = (await once(spawn('npm', command, { cwd: ROOT, stdio: 'inherit' }), 'close')) as [number | null];
  return code === 0;
}

const missing = prepareMachine();
for (const sentence of [...missing.required, ...missing.wanted]) console.error(sentence);
if (missing.required.length > 0) process.exit(1);
// The time never repeats, so turbo finds no earlier result. Its own `--force` would also rebuild.
process.env['TEST_MACHINE'] = runsAll ? new Date().toISOString() : machineVersions();

const audit = auditDependencies();
const built = expected.length === 0 || (await stage('build', () => tasks(['build'])));
// Limits Go programs (the type checks) to one core; the other lane uses the other core.
process.env['GOMAXPROCS'] = '1';
const queue = suites.filter(({ name }) => built || name !== 'browser');
async function lane(): Promise<void> {
  for (let suite = queue.shift(); suite; suite = queue.shift()) {
    const { name, workspace, tasks: names } = suite;
    // Browser tests take longest, so their output is shown immediately.
    const more = name === 'browser' ? ['--output-logs=new-only'] : [];
    const filter = workspace === undefined ? [] : [`--filter=@despacho/${workspace}`];
    await stage(name, () => tasks([...names], '--concurrency=1', ...filter, ...more));
  }
}
// More processes than cores cost a third more CPU time.
await Promise.all([lane(), lane()]);
const sound = !failed.includes('checks');
const weaknesses = await audit;
const isWeak = 'severe' in weaknesses && weaknesses.severe.length > 0;
/** Printed at the end, because an unreachable registry does not fail the run. */
const audited =
  'unanswered' in weaknesses
    ? `NOT CHECKED by npm audit: ${weaknesses.unanswered}`
    : `Severe weaknesses of shipped packages, by npm audit: ${weaknesses.severe.join(', ') || 'none'}`;

const reused = collectReports(reports, begun, expected);
const totals = readTotals(reports, expected);
const failures = readFailures(reports);
const slowest = slowestFiles(reports, 10);
let all = sum([...totals.values()]);

// A test that fails only when run with the others is reported, but does not fail the run: docs/decisions/0076.
const repeated = sound && built ? filesToRepeat(failures, all.failed) : new Map<string, string[]>();
let passedAlone = repeated.size > 0;
process.env['E2E_TRACE'] = '1';
// The output of these tests is shown immediately.
hideStatus();
for (const [name, files] of repeated) {
  const title = `once more, alone: ${name} ${files.map((file) => basename(file)).join(', ')}`;
  passedAlone &&= await stage(title, () => npmRun(name === 'e2e' ? 'e2e' : 'test', name, ...files));
}
if (passedAlone) {
  failed.length = 0;
  all = { ...all, passed: all.passed + all.failed, failed: 0 };
}

console.log('\nThe slowest test files, in seconds:');
for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(0).padStart(5)}  ${file}`);
console.log('');
for (const [name, counts] of totals)
  console.log(
    `${name.padEnd(12)} ${totalsLine(counts)}${counts.skipped > 0 ? `, ${counts.skipped} left out` : ''}` +
      (reused.has(name) ? ' in an earlier run of the same files' : ''),
  );
if (isWeak) failed.push('weaknesses of shipped packages');
if (failed.length > 0) console.log(`\nFailed, with the reasons above: ${failed.join('; ')}`);
if (passedAlone) console.log('\nPassed only alone; failed beside the others, with these reasons:');
// Repeated at the end, where a reader of the log looks first.
for (const [name, some] of failures)
  for (const { test, reason } of some) console.log(`\n${name}: ${test}\n${reason.replace(/^/gm, '  ')}`);
const passed = failed.length === 0 && (isPass(all) || expected.length === 0);
if (passed && reused.size === 0) writeFileSync(DURATIONS, JSON.stringify({ ...durations, [kind]: Date.now() - begun }));
console.log(`\n${audited}`);
console.log(`\n${totalsLine(all)}`);
await end('', passed ? 0 : 1);
