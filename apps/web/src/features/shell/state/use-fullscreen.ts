import { useEffect, useSyncExternalStore } from 'react';
import { remeasure } from './remeasure.ts';

function onChange(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => {
    document.removeEventListener('fullscreenchange', listener);
  };
}

const isFull = () => document.fullscreenElement !== null;

/** Fullscreen state and toggle. `isPossible` is false on phones without the API. */
export function useFullscreen(): { isPossible: boolean; isFullscreen: boolean; toggle: () => void } {
  const isFullscreen = useSyncExternalStore(onChange, isFull);
  useEffect(() => remeasure(), [isFullscreen]);
  const toggle = () => {
    // A rejection needs no message: the page visibly stays as it is.
    const change = isFullscreen ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    change.catch(() => undefined);
  };
  return { isPossible: document.fullscreenEnabled, isFullscreen, toggle };
}
