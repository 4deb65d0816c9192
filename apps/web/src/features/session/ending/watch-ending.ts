import { serverNow } from '../../../shared/http/server-clock.ts';
import { rereadSession } from '../session.ts';
import { sessionState, sinceTold, subscribeSession } from '../session-store.ts';
import { type Ending, endingOf, warnBefore } from './ending.ts';

/** What people are told: an end that is near. */
export interface NearEnd extends Ending {
  leftMs: number;
}

/** Milliseconds. Timers stand still while a computer sleeps, so that the clock is looked at now and then. */
const LONGEST_WAIT = 30_000;
const SECOND = 1000;
/** Milliseconds. Tabs that ask this soon after one another need one answer, and so does one that asks at 0:00. */
const SAME_ANSWER = 2000;
/** Milliseconds by which the clock may drift between two looks without anybody having set it. */
const DRIFT = 2000;

const LOCK = 'despacho.session.ending';

/** The difference between the two clocks of a page. It changes when the computer slept, or its clock was set. */
const clockDifference = (): number => Date.now() - performance.now();

/**
 * Watches how much is left of the session. What this page knows is the least: other tabs and calls may have kept the
 * session alive, so that the gateway is asked before anybody is warned, in a way that does not count as use.
 * @param tell called with the end once it is near, each second with what is left, and with undefined when it is not.
 * @returns a function that stops watching.
 */
export function watchEnding(tell: (near: NearEnd | undefined) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let asking = false;
  let longest = 0;
  /** The end about which the gateway was asked, or need not be. */
  let asked: number | undefined;
  let askedAt = -Infinity;
  let difference = clockDifference();

  const again = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(look, milliseconds);
  };
  const current = (): Ending | undefined => {
    const state = sessionState();
    return state.status === 'in' && !state.leaving ? endingOf(state.view) : undefined;
  };
  /** One tab asks, the others hear its answer. */
  async function askTheGateway(): Promise<void> {
    await navigator.locks.request(LOCK, async () => {
      if (sinceTold() > SAME_ANSWER) await rereadSession({ background: 'session' });
    });
  }

  function ask(): void {
    if (asking) return;
    asking = true;
    askTheGateway()
      // With the gateway away nobody can say better than what is known here.
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
      tell(undefined);
      return;
    }
    const was = difference;
    difference = clockDifference();
    const leftMs = ending.at - serverNow();
    longest = Math.max(longest, leftMs);
    const early = leftMs - warnBefore(ending, longest);
    const clockWasSet = Math.abs(difference - was) > DRIFT;
    if (early > 0 && !clockWasSet) {
      tell(undefined);
      again(Math.min(early, LONGEST_WAIT));
    } else if (clockWasSet || asked !== ending.at || (leftMs <= 0 && Math.abs(Date.now() - askedAt) > SAME_ANSWER)) {
      ask();
    } else {
      tell({ ...ending, leftMs: Math.max(0, leftMs) });
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
