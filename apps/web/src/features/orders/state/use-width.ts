import { useCallback, useState } from 'react';
import { observeSizes } from '#shared/hooks/observe-sizes.ts';

/** @returns a ref for an element, and its width in px; 0 until measured. */
export function useWidth(): readonly [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    return observeSizes(measure, element);
  }, []);
  return [ref, width];
}
