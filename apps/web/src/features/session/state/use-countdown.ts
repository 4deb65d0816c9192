import { useEffect, useState } from 'react';

/**
 * Countdown by the clock instead of by ticks, which stop while a computer sleeps.
 * @returns seconds left (0: none), whether a wait has just ended, and a function that starts one (0 clears it).
 */
export function useCountdown() {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);

  useEffect(() => {
    if (!until) return undefined;
    const ticks = setInterval(() => {
      // Never increases, so that setting the clock back does not lengthen the wait.
      setLeft((before) => Math.min(before, Math.max(0, Math.ceil((until - Date.now()) / 1000))));
    }, 250);
    return () => clearInterval(ticks);
  }, [until]);

  return {
    left,
    over: until > 0 && left === 0,
    wait: (seconds: number): void => {
      setLeft(seconds);
      setUntil(seconds && Date.now() + seconds * 1000);
    },
  };
}
