import { type RefObject, useLayoutEffect, useState } from 'react';
import { observeSizes } from '#shared/hooks/observe-sizes.ts';
import { useMainPanel } from '#shared/hooks/main-panel.ts';
import { useVirtualRows } from '#shared/hooks/use-virtual-rows.ts';

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
    return observeSizes(measure, panel);
  }, [list, panel]);
  return offset;
}

/** Virtualises `count` rows in `list` within the content panel. Their height and `covered` are in px at the usual font size. */
export function usePanelVirtualizer(
  list: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  covered: number,
) {
  const panel = useMainPanel();
  const offset = useOffset(list, panel);
  return useVirtualRows({ count, height, covered, offset, scroller: () => panel });
}
