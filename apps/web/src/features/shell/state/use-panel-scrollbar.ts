import PerfectScrollbar from 'perfect-scrollbar';
import { useEffect, useSyncExternalStore } from 'react';
import { wantsCustomScrollbar } from '../rules/custom-scrollbar.ts';

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => {
    removeEventListener('resize', listener);
  };
}

/** `platform` is the older way to ask, and the one every browser answers. */
const isWanted = () => wantsCustomScrollbar(innerWidth, navigator);

/** Gives a panel the custom scrollbar where it is wanted, and keeps it to the panel's content. */
export function usePanelScrollbar(panel: HTMLElement | null): void {
  const isOn = useSyncExternalStore(onResize, isWanted);
  useEffect(() => {
    if (!isOn || panel === null) return;
    // The library's own keys work only under the pointer; use-keyboard-scroll.ts does them for the focus.
    const bar = new PerfectScrollbar(panel, {
      handlers: ['click-rail', 'drag-thumb', 'wheel', 'touch'],
      wheelPropagation: true,
      suppressScrollX: panel.dataset['scroll'] === 'y',
    });
    for (const rail of [bar.scrollbarXRail, bar.scrollbarYRail]) rail.setAttribute('aria-hidden', 'true');
    for (const thumb of [bar.scrollbarX, bar.scrollbarY]) thumb.tabIndex = -1;
    const update = () => {
      bar.update();
    };
    const sizes = new ResizeObserver(update);
    sizes.observe(panel);
    const watchChildren = () => {
      for (const child of panel.children) sizes.observe(child);
      update();
    };
    const children = new MutationObserver(watchChildren);
    children.observe(panel, { childList: true });
    watchChildren();
    return () => {
      children.disconnect();
      sizes.disconnect();
      bar.destroy();
    };
  }, [isOn, panel]);
}
