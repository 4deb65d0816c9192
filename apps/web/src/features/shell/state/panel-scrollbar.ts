import PerfectScrollbar from 'perfect-scrollbar';
import { observeSizes } from '#shared/hooks/observe-sizes.ts';
import '../scrollbar.css';

/**
 * Adds the custom scrollbar to a panel, and updates it with the content.
 * @returns a function that removes it.
 */
export function addScrollbar(panel: HTMLElement): () => void {
  // Without the keyboard handler, which works only under the pointer; use-keyboard-scroll.ts handles the focused panel.
  const bar = new PerfectScrollbar(panel, {
    handlers: ['click-rail', 'drag-thumb', 'wheel', 'touch'],
    wheelPropagation: true,
    suppressScrollX: panel.dataset['scroll'] === 'y',
  });
  for (const rail of [bar.scrollbarXRail, bar.scrollbarYRail]) rail.setAttribute('aria-hidden', 'true');
  for (const thumb of [bar.scrollbarX, bar.scrollbarY]) thumb.tabIndex = -1;
  const update = () => bar.update();
  let end = (): void => undefined;
  const watchChildren = () => {
    end();
    end = observeSizes(update, panel, ...panel.children);
    update();
  };
  const children = new MutationObserver(watchChildren);
  children.observe(panel, { childList: true });
  watchChildren();
  return () => {
    children.disconnect();
    end();
    bar.destroy();
  };
}
