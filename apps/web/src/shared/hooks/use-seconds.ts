import { useEffect, useState } from 'react';

/** @returns the time, updated every `everyMs`; null stops it. */
export function useClock(everyMs: number | null): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (everyMs === null) return;
    const clock = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(clock);
  }, [everyMs]);
  return now;
}

/** @returns the time, updated every second while `isRunning`. */
export const useSeconds = (isRunning: boolean): Date => useClock(isRunning ? 1000 : null);
