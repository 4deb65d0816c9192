import PerfectScrollbar from 'perfect-scrollbar';
import { useEffect, useSyncExternalStore } from 'react';
import { usesCustomScrollbar } from '../rules/custom-scrollbar.ts';

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}

/** `platform` is deprecated, but every browser supports it. */
const isWanted = () => usesCustomScrollbar(innerWidth, navigator);

/** Adds the custom scrollbar to a panel where it applies, and updates it with the content. */
export function usePanelScrollbar(panel: HTMLElement | null): void {
  const isOn = useSyncExternalStore(onResize, isWanted);
  useEffect(() => {
    if (!isOn || panel === null) return;
    // Without the keyboard handler, which works only under the pointer; use-keyboard-scroll.ts handles the focused
    // panel.
    const bar = new PerfectScrollbar(panel, {
      handlers: ['click-rail', 'drag-thumb', 'wheel', 'touch'],
      wheelPropagation: true,
      suppressScrollX: panel.dataset['scroll'] === 'y',
    });
    for (const rail of [bar.scrollbarXRail, bar.scrollbarYRail]) rail.setAttribute('aria-hidden', 'true');
    for (const thumb of [bar.scrollbarX, bar.scrollbarY]) thumb.tabIndex = -1;
    const update = () => bar.update();
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
