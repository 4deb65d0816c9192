import { HttpFailure } from '#shared/http/failure.ts';
import { wasNotForwarded } from '#shared/http/held-writes.ts';

/**
 * @returns `refused` if the failed request certainly had no effect, or `unknown` if it may have been executed: errors
 * behind the gateway or on the way back may occur after the change.
 */
export function outcomeOfFailure(failure: unknown): 'refused' | 'unknown' {
  if (!(failure instanceof HttpFailure) || failure.reason !== 'refused') return 'unknown';
  if (failure.status === 401) return wasNotForwarded(failure) ? 'refused' : 'unknown';
  return failure.status < 500 && failure.status !== 408 ? 'refused' : 'unknown';
}
