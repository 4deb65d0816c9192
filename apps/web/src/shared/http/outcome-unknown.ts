import { HttpFailure } from './failure.ts';

/**
 * @param failure of a write.
 * @returns whether it is unknown if the write was done: there was no readable response, or the service was called and
 * the gateway cannot tell the result. A write that failed before the service was called, or was refused, was not done.
 */
export function isOutcomeUnknown(failure: unknown): boolean {
  if (!(failure instanceof HttpFailure) || failure.reason !== 'refused') return failure instanceof HttpFailure;
  const { problem, kind, status } = failure;
  // Without a problem document, a proxy in front answered instead of the gateway.
  return problem === undefined ? status >= 500 : problem.forwarded === true || kind === 'internal';
}
