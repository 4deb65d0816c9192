import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { useMainPanel } from '../../../shared/hooks/main-panel.ts';

/** Rows drawn beyond the visible ones, so that a fast wheel finds them there. */
const OVERSCAN = 12;

/** How far the list begins below the top of the panel's content, whatever stands above it. */
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
    return () => {
      sizes.disconnect();
    };
  }, [list, panel]);
  return offset;
}

/** Draws, of `count` rows of `height` px in `list`, only those that the content panel shows. */
export function usePanelVirtualizer(
  list: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  covered: number,
) {
  const panel = useMainPanel();
  const scrollMargin = useOffset(list, panel);
  // The React Compiler, which this concerns, is not in use.
  // oxlint-disable-next-line react/incompatible-library
  return useVirtualizer({
    count,
    getScrollElement: () => panel,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin,
    // What the sticky header hides is not in view.
    scrollPaddingStart: covered,
    scrollPaddingEnd: height,
  });
}
