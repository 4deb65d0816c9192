import { HttpFailure } from './failure.ts';

/**
 * @param failure of a request that changes something.
 * @returns whether nobody knows if it was done: no readable answer came, or the service was asked and the gateway cannot say what
 * became of it. What failed before the service was asked, and what it refused, has done nothing for certain.
 */
export function isOutcomeUnknown(failure: unknown): boolean {
  if (!(failure instanceof HttpFailure) || failure.reason !== 'refused') return failure instanceof HttpFailure;
  const { problem, kind, status } = failure;
  // Without a problem document it was not the gateway that answered, but something in front of it.
  return problem === undefined ? status >= 500 : problem.forwarded === true || kind === 'internal';
}
