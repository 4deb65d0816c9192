import { useEffect, useState } from 'react';

const EVERY_MS = 20_000;

/** @returns the phone's time in epoch milliseconds, updated every 20 seconds. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const clock = setInterval(() => {
      setNow(Date.now());
    }, EVERY_MS);
    return () => {
      clearInterval(clock);
    };
  }, []);
  return now;
}
