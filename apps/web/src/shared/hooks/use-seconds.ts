import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

type Listener = Dispatch<SetStateAction<Date>>;

/** Components with the same period share a timer, so that they are rendered together. */
const tickers = new Map<number, { clock: ReturnType<typeof setInterval>; listeners: Set<Listener> }>();

function follow(everyMs: number, listener: Listener): () => void {
  let ticker = tickers.get(everyMs);
  if (!ticker) {
    const listeners = new Set<Listener>();
    const tick = (): void => {
      const now = new Date();
      for (const each of listeners) each(now);
    };
    ticker = { clock: setInterval(tick, everyMs), listeners };
    tickers.set(everyMs, ticker);
  }
  const { clock, listeners } = ticker;
  listeners.add(listener);
  // It may show the time at which it last ran.
  listener((shown) => (Date.now() - shown.getTime() < everyMs ? shown : new Date()));
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(clock);
    tickers.delete(everyMs);
  };
}

/** @returns the time, updated every `everyMs`; null stops it. */
export function useClock(everyMs: number | null): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => (everyMs === null ? undefined : follow(everyMs, setNow)), [everyMs]);
  return now;
}

/** @returns the time, updated every second while `isRunning`. */
export const useSeconds = (isRunning: boolean): Date => useClock(isRunning ? 1000 : null);
