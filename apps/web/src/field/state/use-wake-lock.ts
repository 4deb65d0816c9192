import { useEffect } from 'react';
import { canStayAwake, stayAwake } from '#shared/browser/wake-lock.ts';

/** Keeps the screen on while `isOn` and the page is visible. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !canStayAwake()) return;
    let release: (() => void) | undefined;
    // The browser releases it when the page is hidden.
    const requestAgain = (): void => {
      if (document.visibilityState === 'visible') release = stayAwake();
    };
    requestAgain();
    document.addEventListener('visibilitychange', requestAgain);
    return () => {
      document.removeEventListener('visibilitychange', requestAgain);
      release?.();
    };
  }, [isOn]);
}
