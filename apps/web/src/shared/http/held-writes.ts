import { type HttpFailure } from './failure.ts';

type SamePersonCheck = (signal: AbortSignal | undefined) => Promise<boolean>;

let check: SamePersonCheck = () => Promise.resolve(false);

/** Set by the session feature: resolves whether the user of a refused write has signed in again. */
export function setSamePersonCheck(how: SamePersonCheck): void {
  check = how;
}

/** Waits for a new sign-in. @returns whether the same user signed in, so that the refused write may be repeated. */
export const waitForSamePerson = (signal: AbortSignal | undefined): Promise<boolean> => check(signal);

/**
 * Whether the gateway refused a request for a missing session before forwarding it. A request that reached a service is
 * never repeated.
 */
export const wasNotForwarded = ({ kind, problem }: Pick<HttpFailure, 'kind' | 'problem'>): boolean =>
  (kind === 'no-session' || kind === 'session-ended') && problem?.forwarded !== true;
