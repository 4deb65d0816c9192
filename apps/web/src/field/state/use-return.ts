import { useLayoutEffect } from 'react';

/** Where the list was when a stop was opened. */
const left = { id: '', scroll: 0 };

/** Shows the list from its top: the previous stop is closed now, or something new is above the list. */
export function showTop(): void {
  Object.assign(left, { id: '', scroll: 0 });
}

/** Returns to the place in the list that the courier left. */
export function useReturn(): void {
  useLayoutEffect(() => {
    document.getElementById(`parada-${left.id}`)?.focus({ preventScroll: true });
    scrollTo(0, left.scroll);
    return () => {
      left.scroll = scrollY;
      left.id = document.activeElement?.id.replace('parada-', '') ?? '';
    };
  }, []);
}
