import { describeFailure } from '#shared/format/describe-failure.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { type StepState } from './action.ts';

/** @returns why part of an action was refused, or why its result is unknown and what to do. */
export function stepFailureText({ state, failure }: Extract<StepState, { failure: unknown }>): string {
  if (failure === null)
    return 'La página se cerró antes de que llegara la respuesta. Presione «Reintentar» para saberlo.';
  return state === 'unknown' ? `${failureText(failure)} ${describeFailure(failure).advice}` : failureText(failure);
}
