import { useEffect, useSyncExternalStore } from 'react';
import { remeasure } from './remeasure.ts';

function onChange(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => {
    document.removeEventListener('fullscreenchange', listener);
  };
}

const isFull = () => document.fullscreenElement !== null;

/** Whether the page covers the whole screen, and the way in and out. `isPossible` is false on phones that refuse it. */
export function useFullscreen(): { isPossible: boolean; isFullscreen: boolean; toggle: () => void } {
  const isFullscreen = useSyncExternalStore(onChange, isFull);
  useEffect(() => remeasure(), [isFullscreen]);
  const toggle = () => {
    // A refusal leaves everything as it is, which says enough.
    const change = isFullscreen ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    change.catch(() => undefined);
  };
  return { isPossible: document.fullscreenEnabled, isFullscreen, toggle };
}
