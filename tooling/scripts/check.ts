import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { importersOf, nearestTests, reachedTests, relatedSpecs } from '../src/check/reach.ts';
import { endWithAllProcesses } from '../src/machine/own-processes.ts';
import { ROOT } from '../src/root.ts';
import { turbo } from '../src/turbo.ts';

/*
 * Checks lint, format and types, and runs the nearest tests, of what differs from the main branch, including uncommitted
 * and new files: `npm run check -- --since=HEAD` for another base. About a minute; `npm test` runs the rest.
 */

endWithAllProcesses({ mark: `despacho-check-${process.pid}-${Date.now()}`, stop: () => undefined, signalCode: 1 });

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
    .split('\n')
    .filter(Boolean);
const isKnown = (ref: string): boolean => git('branch', '-a', '--format=%(refname:short)').includes(ref);
const named = process.argv.find((each) => each.startsWith('--since='))?.slice('--since='.length);
const [branch] = git('rev-parse', '--abbrev-ref', 'HEAD');
const main = named ?? (branch === 'main' && isKnown('origin/main') ? 'origin/main' : 'main');
const [base = 'HEAD'] = git('merge-base', 'HEAD', main);
const untracked = git('ls-files', '--others', '--exclude-standard');
const changed = [...new Set([...git('diff', '--name-only', '--no-renames', base), ...untracked])];
const existing = changed.filter((file) => existsSync(ROOT + file));

const failed: string[] = [];

async function report(title: string, result: Promise<{ ok: boolean; output: string }>): Promise<void> {
  const begun = performance.now();
  const { ok, output } = await result;
  const seconds = `${((performance.now() - begun) / 1000).toFixed(0)} s`;
  console.log(ok ? `── ${title}: ok (${seconds})` : `\n── ${title}: FAILED (${seconds})\n${output}`);
  if (!ok) failed.push(title);
}

async function run(program: string, args: string[], cwd = ROOT): Promise<{ ok: boolean; output: string }> {
  const child = spawn(`${ROOT}node_modules/.bin/${program}`, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { ok: code === 0, output };
}

/** @returns the folder of the workspace of a file; undefined if it belongs to none. */
const workspaceOf = (file: string): string | undefined =>
  /^(?:(?:apps|packages)\/[^/]+|tooling|e2e)(?=\/)/.exec(file)?.[0];

async function checkFiles(): Promise<void> {
  const formatted = existing.filter((file) => /\.(?:tsx?|js|json|css|md|ya?ml)$/.test(file));
  if (formatted.length > 0)
    await report(
      'format',
      run('oxfmt', ['-c', '.prettierrc.json', '--check', '--no-error-on-unmatched-pattern', ...formatted]),
    );
  const code = existing.filter((file) => /\.(?:tsx?|js)$/.test(file));
  if (code.length > 0) await report('lint', run('oxlint', code));
  const touched = new Set(
    changed.filter((file) => /\.tsx?$|package\.json$/.test(file)).flatMap((file) => workspaceOf(file) ?? []),
  );
  // What depends on a touched workspace may no longer compile.
  const filters = [...touched].map((folder) => `--filter=...{./${folder}}`);
  if (filters.length > 0)
    await report('types', turbo(['typecheck'], ['--continue=always', '--concurrency=1', ...filters]));
}

/** @returns the durations of test files in the last `npm test`, in seconds. */
function lastSeconds(): Map<string, number> {
  const seconds = new Map<string, number>();
  for (const report of globSync('{apps/*,packages/*,tooling}/.reports/test.json', { cwd: ROOT })) {
    const { testResults } = JSON.parse(readFileSync(ROOT + report, 'utf8')) as {
      testResults: { name: string; startTime: number; endTime: number }[];
    };
    for (const { name, startTime, endTime } of testResults)
      seconds.set(name.slice(ROOT.length), (endTime - startTime) / 1000);
  }
  return seconds;
}

const files = [...git('ls-files'), ...untracked];
const reached = reachedTests(changed, importersOf(ROOT, files, changed));
const specs = [...reached.keys()].filter((file) => file.startsWith('e2e/'));
for (const spec of specs) reached.delete(spec);
for (const file of [...reached.keys()]) if (!existsSync(ROOT + file)) reached.delete(file);
const seconds = lastSeconds();
const tests = nearestTests(reached, (file) => seconds.get(file));

async function runTests(): Promise<void> {
  for (const [folder = '', some = []] of Map.groupBy(tests, workspaceOf)) {
    const names = some.map((file) => file.slice(folder.length + 1));
    await report(`${names.length} test files of ${folder}`, run('vitest', ['run', ...names], ROOT + folder));
  }
}

console.log(`${changed.length} files differ from ${base.slice(0, 8)} (${main})`);
await Promise.all([checkFiles(), runTests()]);

if (reached.size > tests.length)
  console.log(`\nNot run: ${reached.size - tests.length} more test files that are reached; npm test runs all.`);
const browser = new Set([...specs, ...relatedSpecs(changed, globSync('e2e/specs/*.spec.ts', { cwd: ROOT }))]);
if (browser.size > 0)
  console.log(
    `\nBrowser tests that may be affected, after npm run build:\nnpm run e2e -- ${[...browser].map((file) => file.replace('e2e/', '')).join(' ')}`,
  );
console.log(failed.length === 0 ? '\nok' : `\nFailed: ${failed.join('; ')}`);
process.exit(failed.length === 0 ? 0 : 1);
