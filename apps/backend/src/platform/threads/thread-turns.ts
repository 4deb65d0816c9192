import { Slots } from '@despacho/server/slots';
import { Refusal } from '../refusal.ts';

/**
 * Threads that work at once for all offices, reading files or computing routes: they leave cores free on the smallest
 * supported machine.
 */
const THREADS = new Slots({ count: 2, busy: () => new Refusal('busy', '') });

/**
 * Runs work when one of the two threads is free.
 * @param waits stops waiting, by the client or after a time.
 * @param busy message for who gets no thread.
 * @throws Refusal busy, or what `work` throws.
 */
export async function inThreadTurn<T>(waits: AbortSignal, busy: string, work: () => Promise<T>): Promise<T> {
  const leave = await THREADS.take(waits).catch(() => {
    throw new Refusal('busy', busy);
  });
  try {
    return await work();
  } finally {
    leave();
  }
}
