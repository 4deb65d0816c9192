import { HttpFailure } from '../../../shared/http/failure.ts';
import { isOutcomeUnknown } from '../../../shared/http/outcome-unknown.ts';
import { describeFailure } from '../../../shared/format/describe-failure.ts';

/** How the last save of one person went. */
export type Outcome =
  | { state: 'saving' }
  | { state: 'saved' }
  | { state: 'failed'; reason: string }
  /** It may have been saved, and may not. */
  | { state: 'unknown'; reason: string }
  | { state: 'conflict' };

/** @returns what to tell of a save that failed, or that nobody knows the outcome of. What the service itself said about it comes first: it names the rule. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof HttpFailure && error.kind === 'conflict') return { state: 'conflict' };
  const said = error instanceof HttpFailure ? error.problem?.detail : undefined;
  return { state: isOutcomeUnknown(error) ? 'unknown' : 'failed', reason: said ?? describeFailure(error).title };
}
