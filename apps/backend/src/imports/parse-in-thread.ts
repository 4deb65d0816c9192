import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { IMPORT_WORKER_URL } from '../import-worker-url.ts';
import { Refusal } from '../refusal.ts';
import { Turns } from '../turns.ts';
import { type ParsedImport, type ParseTask } from './parse-import.ts';

/** What parsing one file may take: megabytes of JavaScript memory, and milliseconds from start to end. */
export interface ParseLimits {
  memoryMb: number;
  deadlineMs: number;
}

/** The largest file within the limits of `file-limits.ts` takes a third of this memory, and a second on a machine with a core to spare. */
const LIMITS: ParseLimits = { memoryMb: 256, deadlineMs: 20_000 };

/** Files parsed at once for all offices together, so that as many cores stay free as the smallest machine has. */
const machine = new Turns({
  atOnce: 2,
  waitMs: 5000,
  busy: 'Se están leyendo muchos archivos; espere unos segundos y vuelva a intentarlo',
});

/**
 * Parses a file in a thread of its own, which ends with it.
 * @param signal ends the thread when the client has gone.
 * @throws Refusal invalid for a file that takes too long, busy while others are parsed or when `signal` fires.
 */
export async function parseInThread(
  task: ParseTask,
  signal: AbortSignal,
  { memoryMb, deadlineMs }: ParseLimits = LIMITS,
): Promise<ParsedImport> {
  return machine.run('', signal, async () => {
    // A copy, because the bytes of a request may lie in memory that others use as well.
    const bytes = new Uint8Array(task.bytes);
    const worker = new Worker(IMPORT_WORKER_URL, {
      workerData: { ...task, bytes } satisfies ParseTask,
      transferList: [bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
    });
    // The listener stays until the thread has ended: an error without one would end the process.
    worker.on('error', () => undefined);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
    try {
      const [parsed] = (await once(worker, 'message', { signal: limit })) as [ParsedImport];
      return parsed;
    } catch (error) {
      if (signal.aborted) throw new Refusal('busy', 'La solicitud se interrumpió');
      if (limit.aborted)
        throw new Refusal('invalid', 'El archivo tardó demasiado en leerse; divídalo en partes y vuelva a intentarlo');
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return { kind: 'too-complex' };
      throw error;
    } finally {
      await worker.terminate();
    }
  });
}
