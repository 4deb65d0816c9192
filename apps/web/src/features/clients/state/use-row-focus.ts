import { type KeyboardEvent, useState } from 'react';

const PAGE = 15;

/** @returns the target row of a key press, or null for other keys. */
export function rowAfter(index: number, key: string, count: number): number | null {
  const steps: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + PAGE,
    PageUp: index - PAGE,
    Home: 0,
    End: count - 1,
  };
  const target = steps[key];
  return target === undefined || count === 0 ? null : Math.max(0, Math.min(target, count - 1));
}

/** Arrow key navigation over virtualised rows: scrolls the target into view, then focuses it. */
export function useRowFocus(count: number, scrollToIndex: (index: number) => void) {
  const [active, setActive] = useState(0);
  const [wanted, setWanted] = useState<number | null>(null);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = rowAfter(active, event.key, count);
    if (target === null) return;
    event.preventDefault();
    scrollToIndex(target);
    setActive(target);
    setWanted(target);
  };

  /** Ref callback of each row's link: focuses the target row once it is rendered. */
  const claim = (index: number) => (link: HTMLElement | null) => {
    if (!link || wanted !== index) return;
    link.focus({ preventScroll: true });
    setWanted(null);
  };
  return { active: Math.min(active, Math.max(0, count - 1)), setActive, onKeyDown, claim };
}
