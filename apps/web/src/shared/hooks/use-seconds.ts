import { useEffect, useState } from 'react';

/** @returns the time, updated every second while `isRunning`. */
export function useSeconds(isRunning: boolean): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (!isRunning) return;
    const clock = setInterval(() => {
      setNow(new Date());
    }, 1000);
    return () => {
      clearInterval(clock);
    };
  }, [isRunning]);
  return now;
}
