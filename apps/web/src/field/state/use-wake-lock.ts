import { useEffect } from 'react';

/** Whether this browser can keep the screen on. */
export const canStayAwake = (): boolean => 'wakeLock' in navigator;

/** Keeps the screen on while `isOn` and the page is visible. A refusal, as with a low battery, is ignored. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !canStayAwake()) return;
    let lock: WakeLockSentinel | undefined;
    let isCurrent = true;
    const request = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      const taken = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isCurrent) lock = taken;
      else await taken?.release();
    };
    // The browser releases it when the page is hidden.
    const requestAgain = (): void => void request();
    requestAgain();
    document.addEventListener('visibilitychange', requestAgain);
    return () => {
      isCurrent = false;
      document.removeEventListener('visibilitychange', requestAgain);
      void lock?.release();
    };
  }, [isOn]);
}
