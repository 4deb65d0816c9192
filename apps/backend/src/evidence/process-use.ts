import { readFileSync } from 'node:fs';

/** Hundredths of a second, on every Linux that Node supports. */
const TICK_MS = 10;

/** What a process uses: milliseconds of CPU time since it started, and bytes of memory. */
interface ProcessUse {
  cpuMs: number;
  memory: number;
}

/** @returns what a process uses, with all its threads; undefined where there is no `/proc`, or after its end. */
export function useOf(pid: number): ProcessUse | undefined {
  try {
    // The name in parentheses may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return { cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS, memory: Number(resident?.[1] ?? 0) * 1024 };
  } catch {
    return undefined;
  }
}
