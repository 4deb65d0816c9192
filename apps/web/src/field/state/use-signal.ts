import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** @returns false if the phone certainly has no signal; true does not mean that the service can be reached. */
export const useSignal = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
