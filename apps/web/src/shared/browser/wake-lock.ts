/** Whether this browser can keep the screen on. */
export const canStayAwake = (): boolean => 'wakeLock' in navigator;

/**
 * Keeps the screen on until it is released or the page is hidden. A refusal, as with a low battery, is ignored.
 * @returns a function that releases it, even if the browser has not answered yet.
 */
export function stayAwake(): () => void {
  const request = async (): Promise<WakeLockSentinel> => navigator.wakeLock.request('screen');
  const taken = request();
  taken.catch(() => undefined);
  return () => {
    taken.then((lock) => lock.release()).catch(() => undefined);
  };
}
