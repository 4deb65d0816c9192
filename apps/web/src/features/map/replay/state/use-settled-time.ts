import { useEffect, useState } from 'react';
import { type ReadonlyStore } from '#shared/state/store.ts';

/** How long the slider must rest before the orders of its minute are read, in milliseconds. */
const REST_MS = 300;

/**
 * @param step in seconds.
 * @param isPlaying a playing time needs no rest.
 * @returns a time rounded down to the step, once it rests.
 */
export function useSettledTime(time: ReadonlyStore<number>, step: number, isPlaying: boolean): number {
  const [settled, setSettled] = useState(() => time.get());
  useEffect(() => {
    let rest: ReturnType<typeof setTimeout> | undefined;
    const settle = (): void => setSettled(Math.floor(time.get() / step) * step);
    const follow = (): void => {
      clearTimeout(rest);
      if (isPlaying) settle();
      else rest = setTimeout(settle, REST_MS);
    };
    follow();
    const unsubscribe = time.subscribe(follow);
    return () => {
      clearTimeout(rest);
      unsubscribe();
    };
  }, [time, step, isPlaying]);
  return Math.floor(settled / step) * step;
}
