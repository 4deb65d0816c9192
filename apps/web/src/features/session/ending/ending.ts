import { type SessionView } from '@despacho/contracts';

/** Milliseconds before the end at which people are told. */
export const WARN_BEFORE = 120_000;

/** When and why a session will end. Times are the gateway's, in epoch milliseconds. */
export interface Ending {
  /** `idle`: unless somebody does something. `absolute`: in any case. */
  cause: 'idle' | 'absolute';
  at: number;
}

/** @returns the earlier of the two ends. */
export function endingOf({ idleEndsAt, endsAt }: Pick<SessionView, 'idleEndsAt' | 'endsAt'>): Ending {
  const [idle, absolute] = [Date.parse(idleEndsAt), Date.parse(endsAt)];
  return idle < absolute ? { cause: 'idle', at: idle } : { cause: 'absolute', at: absolute };
}

/**
 * @param longest milliseconds the session was seen to have left, at most.
 * @returns milliseconds before the end at which to warn. With an idle limit of a few minutes the warning would
 * otherwise never go.
 */
export const warnBefore = ({ cause }: Pick<Ending, 'cause'>, longest: number): number =>
  cause === 'idle' ? Math.min(WARN_BEFORE, longest / 2) : WARN_BEFORE;
