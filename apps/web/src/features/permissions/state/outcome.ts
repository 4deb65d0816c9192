import { HttpFailure } from '../../../shared/http/failure.ts';
import { isOutcomeUnknown } from '../../../shared/http/outcome-unknown.ts';
import { describeFailure } from '../../../shared/format/describe-failure.ts';

/** Result of the last save of one user. */
export type Outcome =
  | { state: 'saving' }
  | { state: 'saved' }
  | { state: 'failed'; reason: string }
  /** No response: it may or may not have been saved. */
  | { state: 'unknown'; reason: string }
  | { state: 'conflict' };

/**
 * @returns the outcome of a failed or unconfirmed save. The service's own message takes precedence because it names
 * the rule.
 */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof HttpFailure && error.kind === 'conflict') return { state: 'conflict' };
  const detail = error instanceof HttpFailure ? error.problem?.detail : undefined;
  return { state: isOutcomeUnknown(error) ? 'unknown' : 'failed', reason: detail ?? describeFailure(error).title };
}
