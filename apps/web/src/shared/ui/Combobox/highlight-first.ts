/** Highlights the first option of a list whose input has the focus, as ArrowDown does. */
export const highlightFirst = (input: HTMLInputElement): boolean =>
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
