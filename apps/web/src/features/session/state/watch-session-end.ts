import { type SessionView } from '@despacho/contracts';
import { exclusively } from '#shared/browser/locks.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { rereadSession } from './session.ts';
import { sessionState, sinceReported, subscribeSession } from './session-store.ts';

/** How long before the end to warn, in milliseconds. */
const WARN_BEFORE = 120_000;

/** When and why a session will end. Times are on the gateway's clock, in epoch milliseconds. */
interface SessionEnd {
  /** `idle`: ends without activity. `absolute`: ends regardless of activity. */
  cause: 'idle' | 'absolute';
  at: number;
}

/** @returns the earlier of the idle and the absolute end. */
function sessionEndOf({ idleEndsAt, endsAt }: Pick<SessionView, 'idleEndsAt' | 'endsAt'>): SessionEnd {
  const [idle, absolute] = [Date.parse(idleEndsAt), Date.parse(endsAt)];
  return idle < absolute ? { cause: 'idle', at: idle } : { cause: 'absolute', at: absolute };
}

/**
 * @param longest the longest remaining time seen for this session, in milliseconds.
 * @returns how long before the end to warn, in milliseconds. At most half of `longest`: with an idle limit of a few
 * minutes the warning would otherwise always show.
 */
const warnBefore = ({ cause }: Pick<SessionEnd, 'cause'>, longest: number): number =>
  cause === 'idle' ? Math.min(WARN_BEFORE, longest / 2) : WARN_BEFORE;

/** An end near enough to warn about. */
export interface UpcomingEnd extends SessionEnd {
  leftMs: number;
}

/** Milliseconds. Timers stop while a computer sleeps, so the clock is checked at least this often. */
const MAX_WAIT = 30_000;
const SECOND = 1000;
/** Milliseconds. A response this recent is reused, between tabs and at 0:00. */
const REUSE_MS = 2000;
/** Milliseconds of drift between two checks that do not count as a clock change. */
const DRIFT = 2000;

const LOCK = 'despacho.session.ending';
/** How long to wait for the response of another tab, in milliseconds. */
const LOCK_MS = 5000;

/** The difference between wall clock and monotonic clock. Changes when the computer slept or its clock was set. */
const clockDifference = (): number => Date.now() - performance.now();

/**
 * Watches the time until the session ends. The end stored here is a lower bound, because other tabs and calls may
 * have extended the session. So it asks the gateway before warning, with a call that does not count as activity.
 * @param onChange called every second with the end while it is near, and with undefined when it is not.
 * @returns a function that stops watching.
 */
export function watchSessionEnd(onChange: (near: UpcomingEnd | undefined) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let asking = false;
  let longest = 0;
  /** The end already confirmed by the gateway. */
  let asked: number | undefined;
  let askedAt = -Infinity;
  let difference = clockDifference();

  const again = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(look, milliseconds);
  };
  const current = (): SessionEnd | undefined => {
    const state = sessionState();
    return state.status === 'in' && !state.leaving ? sessionEndOf(state.view) : undefined;
  };
  async function askOnce(): Promise<void> {
    if (sinceReported() > REUSE_MS) await rereadSession({ background: 'session' });
  }
  /** Under a lock, so that one tab asks and the others use its response. A hanging tab must not block this one. */
  async function askGateway(): Promise<void> {
    const patience = AbortSignal.timeout(LOCK_MS);
    await exclusively(LOCK, askOnce, patience).catch((error: unknown) => {
      if (error !== patience.reason) throw error;
      return askOnce();
    });
  }

  function ask(): void {
    if (asking) return;
    asking = true;
    askGateway()
      // With the gateway unreachable, use the last known end.
      .catch(() => undefined)
      .finally(() => {
        asking = false;
        asked = current()?.at;
        askedAt = Date.now();
        look();
      });
  }

  function look(): void {
    clearTimeout(timer);
    if (stopped) return;
    const ending = current();
    if (!ending) {
      asked = undefined;
      onChange(undefined);
      return;
    }
    const was = difference;
    difference = clockDifference();
    const leftMs = ending.at - serverNow();
    longest = Math.max(longest, leftMs);
    const early = leftMs - warnBefore(ending, longest);
    const clockWasSet = Math.abs(difference - was) > DRIFT;
    if (early > 0 && !clockWasSet) {
      onChange(undefined);
      again(Math.min(early, MAX_WAIT));
    } else if (clockWasSet || asked !== ending.at || (leftMs <= 0 && Math.abs(Date.now() - askedAt) > REUSE_MS)) {
      ask();
    } else {
      onChange({ ...ending, leftMs: Math.max(0, leftMs) });
      again(leftMs > 0 ? leftMs % SECOND || SECOND : SECOND);
    }
  }

  const unsubscribe = subscribeSession(look);
  const returns = ['focus', 'online', 'pageshow'] as const;
  for (const event of returns) addEventListener(event, look);
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    stopped = true;
    clearTimeout(timer);
    unsubscribe();
    for (const event of returns) removeEventListener(event, look);
    document.removeEventListener('visibilitychange', look);
  };
}
