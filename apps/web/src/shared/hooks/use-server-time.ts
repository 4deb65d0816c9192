import { useCallback, useSyncExternalStore } from 'react';
import { serverNow } from '../http/server-clock.ts';

/**
 * @param step milliseconds between two values. The default suits times shown in minutes.
 * @returns epoch milliseconds of the server's clock, rounded down to the step.
 */
export function useServerTime(step = 15_000): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      const clock = setInterval(listener, step);
      return () => clearInterval(clock);
    },
    [step],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(serverNow() / step) * step);
}
