import { spawnSync } from 'node:child_process';
import { chosenParts, type LongPart } from '../src/check/long-parts.ts';
import { prepareMachine } from '../src/machine/programs.ts';
import { ROOT } from '../src/root.ts';
import { turbo } from '../src/turbo.ts';

/** Runs one part with its output on the terminal. @returns whether it exited with 0. */
function run({ command, folder = '', environment }: LongPart): boolean {
  const [program = '', ...args] = command.split(' ');
  const { status } = spawnSync(program === 'node' ? process.execPath : program, args, {
    cwd: `${ROOT}${folder}`,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  return status === 0;
}

const parts = chosenParts(process.argv.slice(2));
const missing = prepareMachine();
for (const sentence of missing.required) console.error(sentence);
if (missing.required.length > 0) process.exit(1);
if (parts.some(({ built }) => built)) {
  const build = await turbo(['build']);
  if (!build.ok) {
    console.error(build.output);
    process.exit(1);
  }
}

const rows: string[] = [];
for (const part of parts) {
  console.log(`\n── ${part.name}: ${part.what}\n   ${part.command} (in ${part.folder ?? '.'})`);
  const started = performance.now();
  const ok = run(part);
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  rows.push(`${part.name.padEnd(10)} ${ok ? 'ok    ' : 'FAILED'} ${minutes.padStart(6)} min  ${part.what}`);
  if (!ok) process.exitCode = 1;
}
console.log(`\n${rows.join('\n')}`);
