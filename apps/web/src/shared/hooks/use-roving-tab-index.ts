import { type FocusEvent, type KeyboardEvent, useState } from 'react';

const MOVES: Partial<Record<string, (from: number, last: number) => number>> = {
  ArrowLeft: (from) => Math.max(0, from - 1),
  ArrowRight: (from, last) => Math.min(last, from + 1),
  Home: () => 0,
  End: (_from, last) => last,
};

const buttonsOf = (row: Element): HTMLButtonElement[] => [...row.querySelectorAll('button')];

interface RovingTabIndex {
  /** Props for the element that contains the buttons. */
  row: {
    onKeyDown: (event: KeyboardEvent) => void;
    onFocus: (event: FocusEvent) => void;
  };
  /** @returns the `tabIndex` of the button at an index. */
  tabIndexAt: (place: number) => 0 | -1;
}

/**
 * A roving tabindex: the buttons of a row are one tab stop, and the arrows, Home and End move between them. Tab returns
 * to the last focused one. For rows in which the roles of a table rule out the library's groups.
 * @param count current number of buttons.
 */
export function useRovingTabIndex(count: number): RovingTabIndex {
  const [last, setLast] = useState(0);
  const stop = Math.min(last, count - 1);
  return {
    row: {
      onKeyDown: (event) => {
        const buttons = buttonsOf(event.currentTarget);
        const from = buttons.findIndex((button) => button === event.target);
        const to = from === -1 ? undefined : MOVES[event.key]?.(from, buttons.length - 1);
        if (to === undefined) return;
        event.preventDefault();
        buttons[to]?.focus();
      },
      onFocus: (event) => {
        const place = buttonsOf(event.currentTarget).findIndex((button) => button === event.target);
        if (place !== -1) setLast(place);
      },
    },
    tabIndexAt: (place) => (place === stop ? 0 : -1),
  };
}
