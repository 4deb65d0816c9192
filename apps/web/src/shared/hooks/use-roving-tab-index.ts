import { type FocusEvent, type KeyboardEvent, useState } from 'react';

const MOVES: Partial<Record<string, (from: number, last: number) => number>> = {
  ArrowLeft: (from) => Math.max(0, from - 1),
  ArrowRight: (from, last) => Math.min(last, from + 1),
  Home: () => 0,
  End: (_from, last) => last,
};

const buttonsOf = (row: Element): HTMLButtonElement[] => [...row.querySelectorAll('button')];

interface RovingTabIndex {
  /** For the element that holds the buttons. */
  row: {
    onKeyDown: (event: KeyboardEvent) => void;
    onFocus: (event: FocusEvent) => void;
  };
  /** @returns the `tabIndex` of the button at a place, from 0. */
  tabIndexAt: (place: number) => 0 | -1;
}

/**
 * Makes the buttons of a row one stop of the keyboard: Tab comes to the one that had the focus last, the arrows, Home and
 * End lead along. For where the roles of a table leave no room for the library's groups.
 * @param count how many buttons there are now.
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
