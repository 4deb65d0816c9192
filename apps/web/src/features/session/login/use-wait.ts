import { useEffect, useState } from 'react';

/**
 * A wait that is counted down by the clock and not by ticks, which stop while a computer sleeps.
 * @returns seconds left (0: none), whether a wait has just passed, and a way to begin one or (0) to be done with it.
 */
export function useWait() {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);

  useEffect(() => {
    if (!until) return undefined;
    const ticks = setInterval(() => {
      // Never more than before: a clock that is set back must not make anybody wait longer.
      setLeft((before) => Math.min(before, Math.max(0, Math.ceil((until - Date.now()) / 1000))));
    }, 250);
    return () => {
      clearInterval(ticks);
    };
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
