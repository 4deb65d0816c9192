import { it } from 'vitest';
import { PROGRAMS } from './programs.ts';

/**
 * For test files, whose tests of `what` run only where this returns true. Where it is missing, a skipped test says so; under
 * CI, where `npm test` installs it, that test fails.
 * @param what names one of `PROGRAMS`. @returns whether it is installed.
 */
export function testsNeed(what: string): boolean {
  const program = PROGRAMS.find((one) => one.what === what);
  if (!program) throw new Error(`${what} is not a program of the tests`);
  if (program.find() !== undefined) return true;
  const sentence = `${what} is missing, so tests of this file did not run: apt-get install ${program.debian}`;
  it.skipIf(process.env['CI'] !== 'true')(sentence, () => {
    throw new Error(sentence);
  });
  return false;
}
