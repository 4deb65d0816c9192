import { readdir, readFile } from 'node:fs/promises';

/** Resources of a process. */
interface ProcessSize {
  /** Resident memory in bytes. */
  memory: number;
  /** Open files, sockets and pipes. */
  handles: number;
}

/**
 * @param pid of any running process.
 * @throws Error if there is no such process, or no /proc (only Linux has it).
 */
export async function sizeOf(pid: number): Promise<ProcessSize> {
  const [status, handles] = await Promise.all([readFile(`/proc/${pid}/status`, 'utf8'), readdir(`/proc/${pid}/fd`)]);
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`process ${pid} has ended`);
  return { memory: Number(kilobytes) * 1024, handles: handles.length };
}
