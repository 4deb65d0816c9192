import { useSyncExternalStore } from 'react';
import { observeSizes } from './observe-sizes.ts';

const measure = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;

let scale = measure();

/** Measures an element as wide as the font size, because a changed font size has no event. */
function subscribe(onChange: () => void): () => void {
  const probe = document.createElement('div');
  Object.assign(probe.style, { position: 'absolute', width: '1rem' });
  document.body.append(probe);
  const end = observeSizes(() => {
    scale = measure();
    onChange();
  }, probe);
  return () => {
    end();
    probe.remove();
  };
}

/**
 * @returns the font size of the browser divided by the usual one: 2 at 200 %. Heights that a style sheet states in rem
 * and a virtual list needs in pixels are multiplied by it.
 */
export function useTextScale(): number {
  return useSyncExternalStore(subscribe, () => scale);
}
