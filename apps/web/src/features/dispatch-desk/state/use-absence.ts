import { useEffect, useState } from 'react';
import { serverNow } from '../../../shared/http/server-clock.ts';
import { eventLog, logPlace, type LogPlace } from '../../../shared/live/event-log.ts';
import { liveness } from '../../../shared/live/live-state.ts';
import { useStore } from '../../../shared/state/store.ts';
import { ABSENT_AFTER, type Absence, type Missed, missedIn } from '../rules/missed.ts';

interface Leaving {
  at: number;
  from: LogPlace;
}

/** Notes when the person was away: the page hidden, or its connection lost, for a minute or longer. */
function useLastAbsence(): readonly [Absence | null, () => void] {
  const [absence, setAbsence] = useState<Absence | null>(null);
  useEffect(() => {
    let leaving: Leaving | undefined;
    const look = (): void => {
      const isAway = document.visibilityState === 'hidden' || liveness.get().state === 'offline';
      if (isAway) leaving ??= { at: Date.now(), from: logPlace() };
      else if (leaving) {
        const { at, from } = leaving;
        leaving = undefined;
        if (Date.now() - at < ABSENT_AFTER) return;
        // What was not read of an earlier absence is still unread.
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
  return [
    absence,
    () => {
      setAbsence(null);
    },
  ];
}

/** @returns what others did while the person was away, null when nobody was or it has been read; and how to say that. */
export function useMissed(own: string): readonly [Missed | null, () => void] {
  const [absence, forget] = useLastAbsence();
  const log = useStore(eventLog);
  const missed = absence && missedIn(absence, log, logPlace().resets, own);
  return [missed && (missed.events.length > 0 || missed.isIncomplete) ? missed : null, forget];
}
