import { readFileSync } from 'node:fs';

/** Milliseconds of a clock tick in `/proc`: 10 on every Linux that Node supports. */
const TICK_MS = 10;

/** Resources that a process uses. */
interface ProcessUse {
  /** CPU time since its start. */
  cpuMs: number;
  /** Bytes of memory. */
  memory: number;
}

/** @returns what all threads of a process use; undefined without `/proc`, or after its end. */
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
