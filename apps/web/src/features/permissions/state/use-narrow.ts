import { useSyncExternalStore } from 'react';

/** Below this, eleven columns cannot be hit by a finger: people are listed, and each opens a list of switches. */
const QUERY = '(width < 640px)';

function subscribe(listener: () => void): () => void {
  const media = matchMedia(QUERY);
  media.addEventListener('change', listener);
  return () => {
    media.removeEventListener('change', listener);
  };
}

/** @returns whether the window is as narrow as a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
