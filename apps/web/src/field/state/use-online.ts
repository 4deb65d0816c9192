import { useSyncExternalStore } from 'react';
import { isOnline } from '#shared/browser/online.ts';
import { useRoute } from '../offline/hooks.ts';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** @returns whether the phone has a signal, and its last call reached the service. */
export function useOnline(): boolean {
  const hasSignal = useSyncExternalStore(subscribe, isOnline);
  return useRoute().online && hasSignal;
}
