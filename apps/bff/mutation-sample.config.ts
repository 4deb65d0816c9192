import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';

/*
 * What is mutated: a tenth of the chain's top-level declarations, which is about 300 mutants. `SEED=2` selects others,
 * `SHARE=1` all of them.
 */

const seed = process.env['SEED'] ?? '1';
const share = Number(process.env['SHARE'] ?? 0.1);

const FILES = globSync(
  [
    'src/policy/**/*.ts',
    'src/http/{access-log,no-store,problems,refuse-odd-heads,refuse-odd-targets,request-id,security-headers}.ts',
    'src/upstream/forward.ts',
    'src/session/{client-address,csrf,hide-values,session-cookie,signed-in}.ts',
  ],
  { exclude: (path) => path.endsWith('.test.ts') },
).sort();

const isSampled = (name: string): boolean =>
  createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE(0) < share * 2 ** 32;

/** @returns the sampled declarations of a file, as ranges of lines. */
function sampleOf(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const starts = lines.flatMap((line, index) => (/^\S/.test(line) && !lines[index - 1] ? [index + 1] : []));
  return starts
    .map((start, index) => `${file}:${start}-${(starts[index + 1] ?? lines.length + 1) - 1}`)
    .filter((_, index) => isSampled(`${file} ${index}`));
}

/** Files, or ranges of lines in them, as Stryker's `mutate` takes them. */
export const SAMPLE: readonly string[] = share < 1 ? FILES.flatMap(sampleOf) : FILES;
