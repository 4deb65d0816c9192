import { type SessionView } from '@despacho/contracts';

/** How long before the end to warn, in milliseconds. */
export const WARN_BEFORE = 120_000;

/** When and why a session will end. Times are on the gateway's clock, in epoch milliseconds. */
export interface SessionEnd {
  /** `idle`: ends without activity. `absolute`: ends regardless of activity. */
  cause: 'idle' | 'absolute';
  at: number;
}

/** @returns the earlier of the idle and the absolute end. */
export function sessionEndOf({ idleEndsAt, endsAt }: Pick<SessionView, 'idleEndsAt' | 'endsAt'>): SessionEnd {
  const [idle, absolute] = [Date.parse(idleEndsAt), Date.parse(endsAt)];
  return idle < absolute ? { cause: 'idle', at: idle } : { cause: 'absolute', at: absolute };
}

/**
 * @param longest the longest remaining time seen for this session, in milliseconds.
 * @returns how long before the end to warn, in milliseconds. At most half of `longest`: with an idle limit of a few
 * minutes the warning would otherwise always show.
 */
export const warnBefore = ({ cause }: Pick<SessionEnd, 'cause'>, longest: number): number =>
  cause === 'idle' ? Math.min(WARN_BEFORE, longest / 2) : WARN_BEFORE;
