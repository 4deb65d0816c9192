import { type FiguresChanged } from '@despacho/contracts/dispatch';
import { type EventFeed } from '#platform/events/event-feed.ts';

/** Shortest time between two signals for an office: a bulk change has a thousand events. */
const GAP_MS = 5000;

/**
 * Signals that the figures of some offices may have changed: as soon as an office's log has grown, and then at most
 * every few seconds, the last time after its last event.
 * @param send receives the serialized event. @returns a function that stops it.
 */
export function followFigures(
  feed: EventFeed,
  officeIds: readonly string[],
  send: (message: string) => void,
  gapMs = GAP_MS,
): () => void {
  const seen = new Map<string, number>();
  const timers = new Map<string, NodeJS.Timeout>();
  const waiting = new Set<string>();
  const signal = (officeId: string): void => {
    if (timers.has(officeId)) {
      waiting.add(officeId);
      return;
    }
    send(JSON.stringify({ type: 'figures.changed', officeId } satisfies FiguresChanged));
    const rested = (): void => {
      timers.delete(officeId);
      if (waiting.delete(officeId)) signal(officeId);
    };
    timers.set(officeId, setTimeout(rested, gapMs).unref());
  };
  const wake = (officeId: string, newest: number | undefined): void => {
    const before = seen.get(officeId);
    if (newest === undefined) {
      signal(officeId);
      return;
    }
    seen.set(officeId, newest);
    // The first position is only a starting point.
    if (before !== undefined && newest > before) signal(officeId);
  };
  const unfollow = feed.follow(officeIds, wake, false);
  return () => {
    unfollow();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}
