import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { it } from 'vitest';
import { programOf, whyMissing } from './programs.ts';

/** Whether this process can start programs as another user, if it is root: a container may forbid it. */
const mayLeaveRoot = (): boolean =>
  process.getuid?.() !== 0 || spawnSync('runuser', ['-u', 'nobody', '--', 'true']).status === 0;

/** @param what name of one of `PROGRAMS`. @returns whether it is installed and can run on this machine. */
export function canRun(what: string): boolean {
  const program = programOf(what);
  return program.find() !== undefined && (program.leavesRoot !== true || mayLeaveRoot());
}

/**
 * Checks for a program that a test file requires; its tests run only if this returns true. Without the program a
 * skipped test names it; under CI, where `npm test` installs it, that test fails. If the program cannot run on this
 * machine, a skipped test says so, also under CI.
 * @param what name of one of `PROGRAMS`. @returns whether it is installed and can run.
 */
export function testsNeed(what: string): boolean {
  if (canRun(what)) return true;
  const sentence = whyMissing(programOf(what));
  if (sentence === undefined) {
    it.skip(`${what} does not run as root, and this root may not become another user: run as an ordinary user`);
    return false;
  }
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
