import { type PresenceActivity, PRESENCE_AGAIN_SECONDS } from '@despacho/contracts/dispatch';

/** A user's intended action and its orders. */
export interface OwnPresence {
  officeId: string;
  doing: PresenceActivity;
  orders: readonly string[];
}

interface PresenceReporter {
  say: (presence: OwnPresence) => void;
  stop: () => void;
}

/** Milliseconds to wait while the selection is changing. */
const SETTLE = 600;

/**
 * Reports the settled presence and repeats it while it holds. Reports once that it is over, if it had reported any.
 * @param send sends a report; a failed one is retried with the next.
 * @param isSeen whether the page is visible; a hidden page has no presence.
 */
export function createPresenceReporter(
  send: (presence: OwnPresence) => Promise<void>,
  isSeen: () => boolean,
): PresenceReporter {
  let wanted: OwnPresence | undefined;
  let reported: OwnPresence | undefined;
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
    if (holds ? isSeen() : reported !== undefined && reported.orders.length > 0) {
      reported = now;
      await send(now).catch(() => undefined);
    }
    // Unless a newer report was made meanwhile.
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
