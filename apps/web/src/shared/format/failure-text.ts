import { HttpFailure } from '../http/failure.ts';
import { asSentence, describeFailure } from './describe-failure.ts';

/** @returns why a request failed, in one sentence. The service's own message comes first, because it names the rule. */
export function failureText(failure: unknown): string {
  const said = failure instanceof HttpFailure ? failure.problem?.detail : undefined;
  return asSentence(said ?? describeFailure(failure).title);
}

/** @returns what failed and what to do now. The service's own message replaces the advice. */
export function failureSentences(failure: unknown): string {
  const { title, advice } = describeFailure(failure);
  return `${title}. ${advice}`;
}
