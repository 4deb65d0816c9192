import { type PresenceActivity, PRESENCE_AGAIN_SECONDS } from '@despacho/contracts/dispatch';

/** What a person is about to do with which orders. */
export interface OwnPresence {
  officeId: string;
  doing: PresenceActivity;
  orders: readonly string[];
}

interface PresenceReporter {
  say: (presence: OwnPresence) => void;
  stop: () => void;
}

/** Milliseconds to wait while a selection is being made. */
const SETTLE = 600;

/**
 * Says what holds in the end, and again while it holds; that nothing holds is said once, if anything was said before.
 * @param send tells the others; what it fails to tell is told the next time.
 * @param isSeen whether the person is looking at the page: whoever went away is at nothing.
 */
export function createPresenceReporter(
  send: (presence: OwnPresence) => Promise<void>,
  isSeen: () => boolean,
): PresenceReporter {
  let wanted: OwnPresence | undefined;
  let told: OwnPresence | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isLatest = (presence: OwnPresence): boolean => wanted === presence;
  const plan = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), milliseconds);
  };
  const flush = async (): Promise<void> => {
    timer = undefined;
    const now = wanted;
    if (!now) return;
    const holds = now.orders.length > 0;
    if (holds ? isSeen() : told !== undefined && told.orders.length > 0) {
      told = now;
      await send(now).catch(() => undefined);
    }
    // Unless something else was said meanwhile.
    if (holds && isLatest(now)) plan(PRESENCE_AGAIN_SECONDS * 1000);
  };
  return {
    say: (presence) => {
      wanted = presence;
      plan(SETTLE);
    },
    stop: () => {
      wanted = undefined;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
