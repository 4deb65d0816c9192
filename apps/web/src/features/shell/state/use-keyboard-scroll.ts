import { useEffect } from 'react';
import { focusPlace } from '#shared/hooks/shortcut.ts';
import { scrollTarget } from '../rules/keyboard-scroll.ts';

/** Elements that handle arrow keys themselves. */
const OWN_KEYS =
  '[role="grid"], [role="slider"], [role="tablist"], [role="radiogroup"], [role="application"], .leaflet-container';
const PRESSABLE = 'button, a, summary, input, [role="button"], [role="menuitem"]';

function meansScrolling(event: KeyboardEvent, panel: HTMLElement): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { target } = event;
  if (!(target instanceof HTMLElement) || (target !== document.body && !panel.contains(target))) return false;
  const place = focusPlace(target);
  if (place.typing || place.floating || target.closest(OWN_KEYS) !== null) return false;
  return !(event.key === ' ' && target.closest(PRESSABLE) !== null) && !isInInnerScroller(target, panel);
}

/** An inner scrollable list handles its own keys. */
function isInInnerScroller(target: HTMLElement, panel: HTMLElement): boolean {
  for (let at: HTMLElement | null = target; at !== null && at !== panel; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return true;
  }
  return false;
}

/** Scrolls the panel by keyboard while the custom scrollbar replaces native scrolling. */
export function useKeyboardScroll(panel: HTMLElement | null): void {
  useEffect(() => {
    if (panel === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (!panel.classList.contains('ps') || !meansScrolling(event, panel)) return;
      const measures = { top: panel.scrollTop, page: panel.clientHeight, height: panel.scrollHeight };
      const target = scrollTarget(event.key, event.shiftKey, measures);
      if (target === undefined || target === panel.scrollTop) return;
      event.preventDefault();
      panel.scrollTo({ top: target, behavior: 'instant' });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [panel]);
}
