import { useEffect, useState } from 'react';
import { serverNow } from '../../../shared/http/server-clock.ts';
import { clockTimeIn } from '../rules/shift.ts';

/** Milliseconds. Shifts begin and end on the minute; nobody misses half of one. */
const STEP_MS = 30_000;

/** @returns the time of the day in a zone, «08:05», kept up to date. */
export function useClockTime(timeZone: string): string {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(serverNow());
    }, STEP_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return clockTimeIn(new Date(now), timeZone);
}
