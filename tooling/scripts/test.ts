import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { auditDependencies } from '../src/check/audit-dependencies.ts';
import { collectReports, removeReports } from '../src/check/collect-reports.ts';
import { readFailures } from '../src/check/failures.ts';
import { filesToRepeat } from '../src/check/second-run.ts';
import { slowestFiles } from '../src/check/slowest.ts';
import { isPass, readTotals, sum, totalsLine } from '../src/check/totals.ts';
import { workspacesWith } from '../src/check/workspaces.ts';
import { prepareMachine } from '../src/machine/programs.ts';
import { makeTestFolder } from '../src/machine/test-folder.ts';
import { machineVersions } from '../src/machine/versions.ts';
import { ROOT } from '../src/root.ts';
import { turbo } from '../src/turbo.ts';

const withBrowser = !process.argv.includes('--no-e2e');
/** Results of tests whose inputs did not change are reused, but not by a run that others rely on: docs/decisions/0128. */
const runsAll = process.env['CI'] !== undefined || process.argv.includes('--force');
const begun = Date.now();
const folder = makeTestFolder();
process.env['TMPDIR'] = folder;
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const reports = `${folder}/reports`;
mkdirSync(reports);
removeReports();
process.env['TEST_REPORTS'] = '1';
// All processes share compiled modules: this saves a sixth of the CPU time of a short test file.
process.env['NODE_COMPILE_CACHE'] ??= `${ROOT}node_modules/.cache/compiled`;

const failed: string[] = [];

/** Runs one stage and prints its result; prints the whole output of a failure. The next stage runs in either case. */
async function stage(title: string, run: () => Promise<boolean> | boolean): Promise<boolean> {
  const started = performance.now();
  console.log(`\n── ${title}`);
  const ok = await run();
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`── ${title}: ${ok ? 'ok' : 'FAILED'} (${seconds} s)`);
  if (!ok) failed.push(title);
  return ok;
}

async function tasks(names: string[], ...args: string[]): Promise<boolean> {
  return (await turbo(names, ['--continue=always', ...args], true)).ok;
}

/** Runs some files of a workspace again. */
async function npmRun(script: string, workspace: string, ...args: string[]): Promise<boolean> {
  const command = ['run', '--silent', script, `--workspace=@despacho/${workspace}`, '--', ...args];
  const [code] = (await once(spawn('npm', command, { cwd: ROOT, stdio: 'inherit' }), 'close')) as [number | null];
  return code === 0;
}

const missing = prepareMachine();
for (const sentence of [...missing.required, ...missing.wanted]) console.error(sentence);
if (missing.required.length > 0) process.exit(1);
// Nothing equals the time, so that turbo finds no earlier result. `--force` would also build again.
process.env['TEST_MACHINE'] = runsAll ? new Date().toISOString() : machineVersions();

const sound = await stage('lint, imports, format, types', () =>
  tasks(['lint:code', 'lint:deps', 'lint:format', 'typecheck']),
);
const weaknesses = auditDependencies();
const isWeak = 'severe' in weaknesses && weaknesses.severe.length > 0;
/** Repeated at the end, because an unreachable registry does not fail the run. */
const audited =
  'unanswered' in weaknesses
    ? `NOT CHECKED by npm audit: ${weaknesses.unanswered}`
    : `Severe weaknesses of shipped packages, by npm audit: ${weaknesses.severe.join(', ') || 'none'}`;
await stage('weaknesses of shipped packages', () => {
  console.log(audited);
  return !isWeak;
});
const built = await stage('build', () => tasks(['build']));
// Two lanes, because more processes than cores cost a third more CPU time: the browser tests leave a core half idle, and
// the tests of the services use it. The other workspaces mostly wait for processes.
const services = ['@despacho/backend', '@despacho/bff'];
const oneByOne = (filters: string[]) =>
  tasks(['test'], '--concurrency=1', ...filters.map((each) => `--filter=${each}`));
await Promise.all([
  stage('tests of the services', () => oneByOne(services)),
  (async () => {
    // Its list of tests is shown while it grows: this takes longest.
    if (withBrowser && built) await stage('end to end', () => tasks(['e2e'], '--output-logs=new-only'));
    await stage('tests of the other workspaces', () => oneByOne(services.map((name) => `!${name}`)));
  })(),
]);

const expected = workspacesWith('test');
if (withBrowser) expected.push('e2e');
const reused = collectReports(reports, begun);
const totals = readTotals(reports, expected);
const failures = readFailures(reports);
const slowest = slowestFiles(reports, 10);
let all = sum([...totals.values()]);

// A test that fails only when run with the others is reported, but does not fail the run: docs/decisions/0076.
const repeated = sound && built ? filesToRepeat(failures, all.failed) : new Map<string, string[]>();
let passedAlone = repeated.size > 0;
process.env['E2E_TRACE'] = '1';
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
if (failed.length > 0) console.log(`\nFailed, with the reasons above: ${failed.join('; ')}`);
if (passedAlone) console.log('\nPassed only alone; failed beside the others, with these reasons:');
// Repeated at the end, where a reader of the log looks first.
for (const [name, some] of failures)
  for (const { test, reason } of some) console.log(`\n${name}: ${test}\n${reason.replace(/^/gm, '  ')}`);
if (failed.length > 0 || isWeak || !isPass(all)) process.exitCode = 1;
console.log(`\n${audited}`);
console.log(`\n${totalsLine(all)}`);
