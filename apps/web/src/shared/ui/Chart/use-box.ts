import { useCallback, useState } from 'react';

interface Box {
  width: number;
  height: number;
}

/** @returns the size of an element in CSS pixels, and the ref for it; null before it is measured. */
export function useBox(): [Box | null, (element: HTMLElement | null) => (() => void) | undefined] {
  const [box, setBox] = useState<Box | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      setBox({ width: Math.round(width), height: Math.round(height) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, ref];
}
