import { type KeyboardEvent, useRef } from 'react';

/** Highlights the first option of a list whose input has the focus, as ArrowDown does. */
const highlightFirst = (input: HTMLInputElement): boolean =>
  input.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));

/**
 * Enter in a list in which a person is chosen: it chooses the single best match, or the option that the arrow keys
 * highlighted. Otherwise it only moves into the list. A highlight of an earlier text does not count.
 * @param isSure whether one option is the only best match.
 */
export function useCertainEnter(isSure: boolean) {
  const isMoved = useRef(false);
  return {
    /** Call it with each change of the text. */
    onText: (): void => {
      isMoved.current = false;
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement> & { preventBaseUIHandler: () => void }): void => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') isMoved.current = true;
      const isActive = event.currentTarget.getAttribute('aria-activedescendant') !== null;
      if (event.key !== 'Enter' || (isActive && (isSure || isMoved.current))) return;
      event.preventDefault();
      // Otherwise Base UI would select the item that becomes highlighted.
      event.preventBaseUIHandler();
      isMoved.current = true;
      if (!isActive) highlightFirst(event.currentTarget);
    },
  };
}
