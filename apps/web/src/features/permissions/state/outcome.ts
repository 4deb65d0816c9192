import { HttpFailure } from '#shared/http/failure.ts';
import { isOutcomeUnknown } from '#shared/http/outcome-unknown.ts';
import { failureText } from '#shared/format/failure-text.ts';

/** Result of the last save of one user; the reason is a sentence. */
export type Outcome =
  | { state: 'saving' }
  | { state: 'saved' }
  | { state: 'failed'; reason: string }
  /** No response: it may or may not have been saved. */
  | { state: 'unknown'; reason: string }
  | { state: 'conflict' };

/** Maximum number of reasons shown together; the details have all of them. */
const MAX_REASONS = 2;

/** @returns the reasons of failed saves, each once. */
export const reasonsOf = (outcomes: readonly Outcome[]): string =>
  [...new Set(outcomes.flatMap((outcome) => (outcome.state === 'failed' ? [outcome.reason] : [])))]
    .slice(0, MAX_REASONS)
    .join(' ');

/** @returns the outcome of a failed or unconfirmed save. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof HttpFailure && error.kind === 'conflict') return { state: 'conflict' };
  return { state: isOutcomeUnknown(error) ? 'unknown' : 'failed', reason: failureText(error) };
}
