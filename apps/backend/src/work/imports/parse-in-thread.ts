import { IMPORT_WORKER_URL } from './import-worker-url.ts';
import { Refusal } from '#platform/refusal.ts';
import { TaskThread, ThreadStopped } from '#platform/threads/task-thread.ts';
import { inThreadTurn } from '#platform/threads/thread-turns.ts';
import { type JudgedLine } from './judge-lines.ts';
import { type FixTask, type ParsedImport, type ParseTask } from './parse-import.ts';
import { type ParsedTable, type TableTask } from './parse-table.ts';
import { type TableName } from './tables.ts';

/**
 * Limits for parsing one file: megabytes of JavaScript memory, and milliseconds of CPU time: on a busy host the same
 * file takes 40 times as long. The gateway's limit, after which it disconnects, covers the elapsed time.
 */
interface ParseLimits {
  memoryMb: number;
  cpuMs: number;
}

/** The largest allowed file takes a quarter of this memory, and 1.5 s. */
const LIMITS: ParseLimits = { memoryMb: 256, cpuMs: 10_000 };

/** How long (ms) a file waits for a thread. */
const WAIT_MS = 5000;
const BUSY = 'Se están leyendo muchos archivos; espere unos segundos y vuelva a intentarlo';

/** Receives the CPU milliseconds of a thread when it has ended, also of one that was stopped. */
type Spend = (cpuMs: number) => void;

/** @returns the answer of a thread to its task; undefined if it needed more memory. */
async function inThread<Answer>(
  task: ParseTask | FixTask | TableTask<TableName>,
  transfer: ArrayBuffer[],
  signal: AbortSignal,
  { memoryMb, cpuMs }: ParseLimits,
  spend: Spend,
): Promise<Answer | undefined> {
  return inThreadTurn(AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]), BUSY, async () => {
    const memory = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 };
    try {
      const thread = new TaskThread<typeof task, Answer>(IMPORT_WORKER_URL, memory);
      return await thread.run(task, { signal, maxCpuMs: cpuMs, transfer, spend });
    } catch (error) {
      if (!(error instanceof ThreadStopped)) throw error;
      if (error.why === 'memory') return undefined;
      if (error.why === 'signal') throw new Refusal('busy', 'La solicitud se interrumpió');
      throw new Refusal('invalid', 'El archivo tardó demasiado en leerse; divídalo en partes y vuelva a intentarlo');
    }
  });
}

/**
 * Parses a file in its own thread.
 * @param signal stops the thread when the client disconnects.
 * @param spend receives its CPU milliseconds.
 * @throws Refusal invalid for a file that takes too much CPU time, busy while others are parsed or when `signal` fires.
 */
export async function parseInThread(
  task: ParseTask,
  signal: AbortSignal,
  spend: Spend,
  limits: ParseLimits = LIMITS,
): Promise<ParsedImport> {
  // A copy, because the request's bytes may be part of a shared buffer.
  const bytes = new Uint8Array(task.bytes);
  const parsed = await inThread<ParsedImport>({ ...task, bytes }, [bytes.buffer], signal, limits, spend);
  return parsed ?? { kind: 'too-complex' };
}

/**
 * Parses a file of clients, couriers or people in a thread, like `parseInThread`.
 * @throws Refusal as `parseInThread`.
 */
export async function tableInThread<Name extends TableName>(
  task: TableTask<Name>,
  signal: AbortSignal,
  spend: Spend,
): Promise<ParsedTable<Name>> {
  const bytes = new Uint8Array(task.bytes);
  const sent = { ...task, bytes } as unknown as TableTask<TableName>;
  const parsed = await inThread<ParsedTable<Name>>(sent, [bytes.buffer], signal, LIMITS, spend);
  return parsed ?? { kind: 'too-complex' };
}

/**
 * Validates lines again in a thread, like `parseInThread`.
 * @throws Refusal as `parseInThread`.
 */
export async function fixInThread(task: FixTask, signal: AbortSignal, spend: Spend): Promise<JudgedLine[]> {
  const lines = await inThread<JudgedLine[]>(task, [], signal, LIMITS, spend);
  if (!lines) throw new Refusal('invalid', 'Son demasiadas líneas; corríjalas en partes');
  return lines;
}
