import { useEffect, useState } from 'react';
import { serverNow } from '#shared/http/server-clock.ts';
import { eventLog, logPlace, type LogPlace } from '#shared/live/event-log.ts';
import { liveness } from '#shared/live/live-state.ts';
import { useStore } from '#shared/state/store.ts';
import { ABSENT_AFTER, type Absence, type Missed, missedIn } from '../rules/missed.ts';

/**
 * Records absences: the page was hidden or offline for a minute or longer.
 * @returns other users' changes during an absence, or null, and a function that dismisses them.
 */
export function useMissed(own: string): readonly [Missed | null, () => void] {
  const [absence, setAbsence] = useState<Absence | null>(null);
  useEffect(() => {
    let leaving: { at: number; from: LogPlace } | undefined;
    const look = (): void => {
      const isAway = document.visibilityState === 'hidden' || liveness.get().state === 'offline';
      if (isAway) leaving ??= { at: Date.now(), from: logPlace() };
      else if (leaving) {
        const { at, from } = leaving;
        leaving = undefined;
        if (Date.now() - at < ABSENT_AFTER) return;
        // Extends an earlier absence whose notice was not dismissed.
        setAbsence((unread) => ({ from: unread?.from ?? from, until: serverNow() }));
      }
    };
    look();
    document.addEventListener('visibilitychange', look);
    const stop = liveness.subscribe(look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      stop();
    };
  }, []);
  const log = useStore(eventLog);
  const missed = absence && missedIn(absence, log, logPlace().resets, own);
  return [missed && (missed.events.length > 0 || missed.isIncomplete) ? missed : null, () => setAbsence(null)];
}
