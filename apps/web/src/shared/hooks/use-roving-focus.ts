import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';

interface Moves {
  /** Whether the items form a column or a row. */
  axis?: 'column' | 'row';
  /** Items per Page Up or Down; 0 leaves these keys to the browser. */
  page?: number;
}

/**
 * @param at index of the current one of `count` items.
 * @returns the index to which a key moves, within the items; null for other keys and without items.
 */
export function indexAfterKey(
  key: string,
  at: number,
  count: number,
  { axis = 'column', page = 0 }: Moves = {},
): number | null {
  const [back, on] = axis === 'column' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  const targets: Partial<Record<string, number>> = {
    [back]: at - 1,
    [on]: at + 1,
    Home: 0,
    End: count - 1,
    ...(page > 0 && { PageUp: at - page, PageDown: at + page }),
  };
  const target = targets[key];
  return target === undefined || count === 0 ? null : Math.max(0, Math.min(target, count - 1));
}

/** Props of an item. `data-place` is its index. */
export interface RovingItem {
  tabIndex: 0 | -1;
  'data-place': number;
}

interface Options extends Moves {
  /** Keys of the items, for a list that changes: the tab stop follows its item. */
  keys?: readonly string[];
  /** For a virtual list: renders the item at an index and scrolls it into view. */
  scrollTo?: (place: number) => void;
}

const placeOf = (element: Element | null): number | undefined => {
  const place = element?.getAttribute('data-place') ?? null;
  return place === null ? undefined : Number(place);
};

/**
 * Roving focus: the items are one tab stop, and the arrows, Home, End and the page keys move between them. Tab returns to the
 * last focused one. For tables and lists whose roles rule out the library's groups.
 * @param count current number of items.
 * @returns handlers for the element that contains the items, the tab stop, and the props of the item at an index.
 */
export function useRovingFocus(count: number, { keys, scrollTo, ...moves }: Options = {}) {
  const [last, setLast] = useState<{ place: number; key?: string | undefined }>({ place: 0 });
  const found = last.key === undefined ? -1 : (keys?.indexOf(last.key) ?? -1);
  const stop = found === -1 ? Math.max(0, Math.min(last.place, count - 1)) : found;
  const list = useRef<Element>(null);
  const pending = useRef<number>(null);

  // A virtual list renders the target some renders later.
  useLayoutEffect(() => {
    const item = list.current?.querySelector<HTMLElement>(`[data-place="${pending.current}"]`);
    if (!item) return;
    pending.current = null;
    item.focus({ preventScroll: scrollTo !== undefined });
  });

  return {
    list: {
      onKeyDown: (event: KeyboardEvent): void => {
        // Keys of controls inside an item are not handled by the list.
        const from = event.target instanceof Element ? placeOf(event.target) : undefined;
        if (from === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
        const to = indexAfterKey(event.key, pending.current ?? from, count, moves);
        if (to === null) return;
        event.preventDefault();
        scrollTo?.(to);
        list.current = event.currentTarget;
        pending.current = to;
        setLast({ place: to, key: keys?.[to] });
      },
      onFocus: ({ target }: FocusEvent): void => {
        const place = placeOf(target.closest('[data-place]'));
        if (place !== undefined) setLast({ place, key: keys?.[place] });
      },
    },
    /** Index of the tab stop. */
    stop,
    itemAt: (place: number): RovingItem => ({ tabIndex: place === stop ? 0 : -1, 'data-place': place }),
  };
}
