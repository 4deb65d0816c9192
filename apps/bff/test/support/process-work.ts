import { childrenOf } from '@despacho/tooling/machine/children';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** In hundredths of a second, on every Linux that Node supports. */
const TICK_MS = 10;

/**
 * @param pid of a running process on Linux.
 * @returns the CPU time in milliseconds of it and its child processes: exact for running threads, in steps of 10 ms
 * including ended threads and children.
 */
export function cpuOf(pid: number): { running: number; all: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const running = readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    try {
      return sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      return sum; // ended meanwhile
    }
  }, 0);
  const ended = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
  return childrenOf(pid).reduce(
    (sum, child) => {
      const own = cpuOf(child);
      return { running: sum.running + own.running, all: sum.all + own.all };
    },
    { running, all: ended },
  );
}

/** @returns CPU milliseconds between two readings. */
export const cpuBetween = (before: ReturnType<typeof cpuOf>, after: ReturnType<typeof cpuOf>): number =>
  Math.max(after.running - before.running, after.all - before.all - TICK_MS, 0);

const kilobytes = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** Resident memory in bytes, now and at its peak since `forgetPeak`. */
export const memoryOf = (pid: number): number => kilobytes(pid, 'VmRSS');
export const peakOf = (pid: number): number => kilobytes(pid, 'VmHWM');

export const forgetPeak = (pid: number): void => {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
};
