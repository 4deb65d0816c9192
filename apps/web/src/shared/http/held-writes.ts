import { type HttpFailure } from './failure.ts';

type SamePersonCheck = (signal: AbortSignal | undefined) => Promise<boolean>;

const no: SamePersonCheck = () => Promise.resolve(false);

let check = no;
let proof = no;

/** Set with the shell: asks the user of a refused write to prove who they are. @returns whether they did. */
export function setProofCheck(how: SamePersonCheck): void {
  proof = how;
}

/** Set by the session feature: resolves whether the user of a refused write has signed in again. */
export function setSamePersonCheck(how: SamePersonCheck): void {
  check = how;
}

/**
 * Waits for a new sign-in, or for a proof of who the user is.
 * @returns whether the same user gave it, so that the refused write may be repeated.
 */
export const waitForSamePerson = ({ kind }: HttpFailure, signal: AbortSignal | undefined): Promise<boolean> =>
  (kind === 'proof-due' ? proof : check)(signal);

/**
 * Whether the gateway refused a request for a missing session or proof before forwarding it. A request that reached a service is
 * never repeated.
 */
export const wasNotForwarded = ({ kind, problem }: Pick<HttpFailure, 'kind' | 'problem'>): boolean =>
  (kind === 'no-session' || kind === 'session-ended' || kind === 'proof-due') && problem?.forwarded !== true;
