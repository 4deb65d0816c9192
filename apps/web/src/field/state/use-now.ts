import { useEffect, useState } from 'react';

/** @returns the phone's time in epoch milliseconds, updated every `everyMs`. */
export function useNow(everyMs = 20_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const clock = setInterval(() => {
      setNow(Date.now());
    }, everyMs);
    return () => {
      clearInterval(clock);
    };
  }, [everyMs]);
  return now;
}
