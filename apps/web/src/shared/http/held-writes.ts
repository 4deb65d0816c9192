import { type HttpFailure } from './failure.ts';

type SamePersonCheck = (signal: AbortSignal | undefined) => Promise<boolean>;

let check: SamePersonCheck = () => Promise.resolve(false);

/** The session feature says when the person who made a refused write has signed in again, or that they never will. */
export function setSamePersonCheck(how: SamePersonCheck): void {
  check = how;
}

/** @returns whether a write refused for want of a session may be repeated: its person is back. Waits for that. */
export const waitForSamePerson = (signal: AbortSignal | undefined): Promise<boolean> => check(signal);

/**
 * Whether the gateway refused a request for want of a session before it sent it on. What had reached the service is
 * never repeated, whatever became of it.
 */
export const wasNotForwarded = ({ kind, problem }: Pick<HttpFailure, 'kind' | 'problem'>): boolean =>
  (kind === 'no-session' || kind === 'session-ended') && problem?.forwarded !== true;
