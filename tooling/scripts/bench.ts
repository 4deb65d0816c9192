import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ROOT } from '../src/root.ts';
import { turbo } from '../src/turbo.ts';

/** Benches that run only if they are named: they take an hour, or run all tests. */
const ONLY_BY_NAME: readonly string[] = ['fair', 'run-costs'];

/** Each bench states its question in its first comment, and prints its own lines. */
const FILES = [
  'apps/web/scripts/login-budget.ts',
  ...globSync('{apps/*,e2e}/bench/*.ts', { cwd: ROOT }).sort(),
  'tooling/scripts/run-costs.ts',
];

/** `npm run bench -- open --screens=desk` runs those whose file name begins so, with the options. */
const [name = '', ...options] = process.argv.slice(2);
const chosen = FILES.filter((file) => {
  const own = basename(file, '.ts');
  return own.startsWith(name) && !(name === '' && ONLY_BY_NAME.includes(own));
});
if (chosen.length === 0) {
  console.error(`No bench is named ${name}: ${FILES.map((file) => basename(file, '.ts')).join(', ')}`);
  process.exit(1);
}

const build = await turbo(['build']);
if (!build.ok) {
  console.error(build.output);
  process.exit(1);
}

for (const file of chosen) {
  const question = /\/\*\*((?:(?!\*\/)[^])*?\?)/
    .exec(readFileSync(`${ROOT}${file}`, 'utf8'))?.[1]
    ?.replaceAll(/\s+(\* )?/g, ' ');
  console.log(`\n${basename(file, '.ts')}:${question ?? ''}`);
  if (spawnSync(process.execPath, [`${ROOT}${file}`, ...options], { stdio: 'inherit' }).status === 0) continue;
  console.error(`${file} failed, or a figure exceeds its bound`);
  process.exitCode = 1;
}
