import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect } from 'react';
import { printedRows, useIsPrinted } from '../state/printing.ts';
import { useTextScale } from './use-text-scale.ts';

/** Extra rows rendered beyond the visible ones, for fast scrolling. */
const OVERSCAN = 12;

interface Options {
  count: number;
  /** Height of a row, in px at the usual font size; of rows that are measured, the most frequent one. */
  height: number;
  /** @returns the element that scrolls. */
  scroller: () => HTMLElement | null;
  /** Distance of the rows from the top of what scrolls, in px. */
  offset?: number;
  /** Height of a sticky heading over the rows, in px at the usual font size. */
  covered?: number;
  /** Indexes of rows that stay rendered out of view, such as the one in the tab order; -1 for none. */
  kept?: readonly number[];
  /** The key of a row, for rows that are measured and change their places. */
  keyOf?: (index: number) => string;
}

/** Virtualises rows. While the page is printed, it renders the first of all rows instead of those in view. */
export function useVirtualRows(options: Options) {
  const { count, scroller, offset = 0, covered = 0, kept = [], keyOf } = options;
  const isPrinted = useIsPrinted();
  const scale = useTextScale();
  const height = options.height * scale;
  const shownOf = (range: Range): number[] => [
    ...new Set([...kept.filter((index) => index >= 0 && index < count), ...defaultRangeExtractor(range)]),
  ];
  // This rule is about the React Compiler, which is not used here.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: scroller,
    useAnimationFrameWithResizeObserver: true,
    estimateSize: () => height,
    overscan: OVERSCAN,
    rangeExtractor: (range) => (isPrinted ? printedRows(range) : shownOf(range).sort((one, other) => one - other)),
    scrollMargin: offset,
    // The area under the heading does not count as visible.
    scrollPaddingStart: covered * scale,
    scrollPaddingEnd: height,
    ...(keyOf && { getItemKey: keyOf }),
  });
  const { measure } = virtual;
  useLayoutEffect(measure, [measure, height]);
  return virtual;
}
