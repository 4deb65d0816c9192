import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { IMPORT_WORKER_URL } from './import-worker-url.ts';
import { Refusal } from '#platform/refusal.ts';
import { Turns } from '#platform/turns.ts';
import { type JudgedLine } from './judge-lines.ts';
import { type FixTask, type ParsedImport, type ParseTask } from './parse-import.ts';
import { type ParsedTable, type TableTask } from './parse-table.ts';
import { type TableName } from './tables.ts';

/**
 * Limits for parsing one file: megabytes of JavaScript memory, and milliseconds of CPU time. Elapsed time is no measure
 * of a file: on a busy host the same one takes 40 times as long. The gateway's limit, after which it disconnects,
 * covers it.
 */
interface ParseLimits {
  memoryMb: number;
  cpuMs: number;
}

/** The largest allowed file takes a quarter of this memory, and 1.5 s. */
const LIMITS: ParseLimits = { memoryMb: 256, cpuMs: 10_000 };

/** Interval (ms) at which the CPU time of a thread is read. */
const CPU_CHECK_MS = 250;

/** Files parsed concurrently for all offices, leaving cores free on the smallest supported machine. */
const machine = new Turns({
  atOnce: 2,
  waitMs: 5000,
  busy: 'Se están leyendo muchos archivos; espere unos segundos y vuelva a intentarlo',
});

/** What a thread sends when it has finished. */
export interface ThreadReply<Answer> {
  answer: Answer;
  /** CPU time of the thread. */
  cpuMs: number;
}

/** Receives the CPU milliseconds of a thread when it has ended, also of one that was stopped. */
type Spend = (cpuMs: number) => void;

/** @returns the answer of a thread to its task; undefined if it needed more memory. */
async function inThread<Answer>(
  task: ParseTask | FixTask | TableTask<TableName>,
  transferList: ArrayBuffer[],
  signal: AbortSignal,
  { memoryMb, cpuMs: mostCpuMs }: ParseLimits,
  spend: Spend,
): Promise<Answer | undefined> {
  return machine.run('', signal, async () => {
    const worker = new Worker(IMPORT_WORKER_URL, {
      workerData: task,
      transferList,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
    });
    // Stays until the thread has ended: without a listener, an error would end the process.
    worker.on('error', () => undefined);
    const tooLong = new AbortController();
    let used = 0;
    // A thread that is starting or has ended reports no time. Its end is the answer or an error.
    const check = setInterval(() => {
      worker.cpuUsage().then(
        ({ user, system }) => {
          used = (user + system) / 1000;
          if (used >= mostCpuMs) tooLong.abort();
        },
        () => undefined,
      );
    }, CPU_CHECK_MS);
    try {
      const either = AbortSignal.any([signal, tooLong.signal]);
      const [{ answer, cpuMs }] = (await once(worker, 'message', { signal: either })) as [ThreadReply<Answer>];
      used = cpuMs;
      return answer;
    } catch (error) {
      if (signal.aborted) throw new Refusal('busy', 'La solicitud se interrumpió');
      if (tooLong.signal.aborted)
        throw new Refusal('invalid', 'El archivo tardó demasiado en leerse; divídalo en partes y vuelva a intentarlo');
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return undefined;
      throw error;
    } finally {
      clearInterval(check);
      spend(used);
      await worker.terminate();
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
