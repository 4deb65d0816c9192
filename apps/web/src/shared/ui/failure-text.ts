import { HttpFailure } from '../http/failure.ts';
import { describeFailure } from './describe-failure.ts';

/** @returns why a request failed, as a sentence. What the service itself said comes first: it names the rule. */
export function failureText(failure: unknown): string {
  const said = failure instanceof HttpFailure ? failure.problem?.detail : undefined;
  const text = said ?? describeFailure(failure).title;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
