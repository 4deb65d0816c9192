import { type FocusEvent, type KeyboardEvent, useState } from 'react';

type Moves = Partial<Record<string, (from: number, last: number) => number>>;

const back = (from: number): number => Math.max(0, from - 1);
const on = (from: number, last: number): number => Math.min(last, from + 1);
const ENDS: Moves = { Home: () => 0, End: (_from, last) => last };

const MOVES = {
  row: { ...ENDS, ArrowLeft: back, ArrowRight: on },
  column: { ...ENDS, ArrowUp: back, ArrowDown: on },
} satisfies Record<string, Moves>;

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
 * A roving tabindex: the buttons of a row or column are one tab stop, and the arrows, Home and End move between them. Tab returns
 * to the last focused one. For rows in which the roles of a table rule out the library's groups.
 * @param count current number of buttons.
 */
export function useRovingTabIndex(count: number, direction: keyof typeof MOVES = 'row'): RovingTabIndex {
  const moves: Moves = MOVES[direction];
  const [last, setLast] = useState(0);
  const stop = Math.min(last, count - 1);
  return {
    row: {
      onKeyDown: (event) => {
        const buttons = buttonsOf(event.currentTarget);
        const from = buttons.findIndex((button) => button === event.target);
        const to = from === -1 ? undefined : moves[event.key]?.(from, buttons.length - 1);
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
