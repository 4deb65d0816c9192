import { useSyncExternalStore } from 'react';
import { serverNow } from '../../../shared/http/server-clock.ts';

const STEP = 15_000;

const subscribe = (listener: () => void): (() => void) => {
  const clock = setInterval(listener, STEP);
  return () => {
    clearInterval(clock);
  };
};

/** @returns epoch milliseconds by the server's clock, cut to a quarter of a minute: often enough for what is told in minutes. */
export const useServerTime = (): number => useSyncExternalStore(subscribe, () => Math.floor(serverNow() / STEP) * STEP);
