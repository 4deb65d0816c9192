import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { IMPORT_WORKER_URL } from '../import-worker-url.ts';
import { Refusal } from '../refusal.ts';
import { Turns } from '../turns.ts';
import { type ParsedImport, type ParseTask } from './parse-import.ts';

/** Limits for parsing one file: megabytes of JavaScript memory, and milliseconds in total. */
export interface ParseLimits {
  memoryMb: number;
  deadlineMs: number;
}

/** The largest allowed file takes a third of this memory, and a second on a machine with a free core. */
const LIMITS: ParseLimits = { memoryMb: 256, deadlineMs: 20_000 };

/** Files parsed concurrently for all offices, leaving cores free on the smallest supported machine. */
const machine = new Turns({
  atOnce: 2,
  waitMs: 5000,
  busy: 'Se están leyendo muchos archivos; espere unos segundos y vuelva a intentarlo',
});

/**
 * Parses a file in its own thread.
 * @param signal stops the thread when the client disconnects.
 * @throws Refusal invalid for a file that takes too long, busy while others are parsed or when `signal` fires.
 */
export async function parseInThread(
  task: ParseTask,
  signal: AbortSignal,
  { memoryMb, deadlineMs }: ParseLimits = LIMITS,
): Promise<ParsedImport> {
  return machine.run('', signal, async () => {
    // A copy, because the request's bytes may be part of a shared buffer.
    const bytes = new Uint8Array(task.bytes);
    const worker = new Worker(IMPORT_WORKER_URL, {
      workerData: { ...task, bytes } satisfies ParseTask,
      transferList: [bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
    });
    // Stays until the thread has ended: without a listener, an error would end the process.
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
