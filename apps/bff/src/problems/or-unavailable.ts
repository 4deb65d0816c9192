import { Failure } from './failure.ts';

/**
 * @param work in a store.
 * @param note for the log: which store.
 * @throws Failure unavailable if the work fails.
 */
export async function orUnavailable<T>(work: Promise<T>, note: string): Promise<T> {
  try {
    return await work;
  } catch {
    throw new Failure('unavailable', { note, retryAfterSeconds: 5 });
  }
}
