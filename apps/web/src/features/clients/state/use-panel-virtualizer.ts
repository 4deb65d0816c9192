import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { useMainPanel } from '#shared/hooks/main-panel.ts';
import { printedRows, useIsPrinted } from '#shared/state/printing.ts';
import { useTextScale } from '#shared/hooks/use-text-scale.ts';

/** Extra rows rendered beyond the visible ones, for fast scrolling. */
const OVERSCAN = 12;

/** Distance of the list from the top of the panel's content, in px. */
function useOffset(list: RefObject<HTMLElement | null>, panel: HTMLElement | null): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const element = list.current;
    if (!panel || !element) return;
    const measure = (): void => {
      setOffset(element.getBoundingClientRect().top - panel.getBoundingClientRect().top + panel.scrollTop);
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(panel);
    return () => sizes.disconnect();
  }, [list, panel]);
  return offset;
}

/** Virtualises `count` rows in `list` within the content panel. Their height and `covered` are in px at the usual font size. */
export function usePanelVirtualizer(
  list: RefObject<HTMLElement | null>,
  count: number,
  usualHeight: number,
  covered: number,
) {
  const panel = useMainPanel();
  const isPrinted = useIsPrinted();
  const scale = useTextScale();
  const height = usualHeight * scale;
  const scrollMargin = useOffset(list, panel);
  // This rule is about the React Compiler, which is not used here.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => panel,
    estimateSize: () => height,
    overscan: OVERSCAN,
    rangeExtractor: isPrinted ? printedRows : defaultRangeExtractor,
    scrollMargin,
    // The area under the sticky header does not count as visible.
    scrollPaddingStart: covered * scale,
    scrollPaddingEnd: height,
  });
  const { measure } = virtual;
  useLayoutEffect(measure, [measure, height]);
  return virtual;
}
