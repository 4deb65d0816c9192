import { HttpFailure } from '../../../shared/http/failure.ts';
import { wasNotForwarded } from '../../../shared/http/held-writes.ts';

/**
 * @returns whether a request that failed was refused, and so has done nothing for certain, or whether nobody knows:
 * what went wrong behind the gateway, or on the way back, may have gone wrong after the work was done.
 */
export function outcomeOfFailure(failure: unknown): 'refused' | 'unknown' {
  if (!(failure instanceof HttpFailure) || failure.reason !== 'refused') return 'unknown';
  if (failure.status === 401) return wasNotForwarded(failure) ? 'refused' : 'unknown';
  return failure.status < 500 && failure.status !== 408 ? 'refused' : 'unknown';
}
