import { existsSync, readFileSync } from 'node:fs';
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

const LIMITS = '/proc/self/limits';

/** How many files and sockets this process may have open at a time. */
const openFiles = existsSync(LIMITS)
  ? Number(/^Max open files\s+(\d+)/m.exec(readFileSync(LIMITS, 'utf8'))?.[1] ?? Infinity)
  : Infinity;

/**
 * Skips a test, under CI too, where the process may not open as many files and sockets as it takes.
 * @param skip of the test's context.
 */
export function testNeedsOpenFiles(count: number, skip: (condition: boolean, note: string) => void): void {
  skip(
    openFiles < count,
    `it opens ${count} files and sockets, and this process may have ${openFiles}: ulimit -n ${count}`,
  );
}
