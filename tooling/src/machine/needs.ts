import { existsSync, readFileSync } from 'node:fs';
import { it } from 'vitest';
import { PROGRAMS } from './programs.ts';

/**
 * Checks for a program that a test file requires; its tests run only if this returns true. Without the program a
 * skipped test names it; under CI, where `npm test` installs it, that test fails.
 * @param what name of one of `PROGRAMS`. @returns whether it is installed.
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

/** Limit of open files and sockets of this process. */
const openFiles = existsSync(LIMITS)
  ? Number(/^Max open files\s+(\d+)/m.exec(readFileSync(LIMITS, 'utf8'))?.[1] ?? Infinity)
  : Infinity;

/**
 * Skips a test, also under CI, if the process may not open enough files and sockets.
 * @param skip from the test context.
 */
export function testNeedsOpenFiles(count: number, skip: (condition: boolean, note: string) => void): void {
  skip(
    openFiles < count,
    `it opens ${count} files and sockets, and this process may have ${openFiles}: ulimit -n ${count}`,
  );
}
