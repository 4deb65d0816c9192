import { useCallback, useState } from 'react';
import { observeSizes } from '#shared/hooks/observe-sizes.ts';

interface Box {
  width: number;
  height: number;
}

/** @returns the size of an element in CSS pixels, and the ref for it; null before it is measured. */
export function useBox(): [Box | null, (element: HTMLElement | null) => (() => void) | undefined] {
  const [box, setBox] = useState<Box | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    return observeSizes(() => setBox({ width: element.clientWidth, height: element.clientHeight }), element);
  }, []);
  return [box, ref];
}
