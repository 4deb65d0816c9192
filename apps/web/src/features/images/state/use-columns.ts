import { type RefObject, useLayoutEffect, useState } from 'react';
import { observeSizes } from '#shared/hooks/observe-sizes.ts';
import { useTextScale } from '#shared/hooks/use-text-scale.ts';

/** Smallest width of a tile in px at the usual font size: two side by side on a phone of 360 px. */
const TILE = 168;

/** @returns how many tiles fit side by side in an element, and its width in px. */
export function useColumns(element: RefObject<HTMLElement | null>): { columns: number; width: number } {
  const tile = TILE * useTextScale();
  const [width, setWidth] = useState(tile);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = (): void => {
      setWidth(Math.max(TILE, measured.clientWidth));
    };
    measure();
    return observeSizes(measure, measured);
  }, [element]);
  return { columns: Math.max(1, Math.floor(width / tile)), width };
}
