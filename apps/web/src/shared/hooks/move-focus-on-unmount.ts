import { type RefCallback } from 'react';

/**
 * For the `ref` of what goes away while somebody works in it by keyboard: without an heir the focus would be at the
 * page's beginning again.
 * @param heir what gets the focus if it was within; looked for only then. Null leaves it to the browser.
 * @returns a ref that has to be the same at each drawing, so make it outside of components.
 */
export const moveFocusOnUnmount =
  (heir: () => HTMLElement | null): RefCallback<HTMLElement> =>
  (element) => {
    // React calls this before it takes the element out of the page.
    return () => {
      if (element?.contains(document.activeElement)) heir()?.focus({ preventScroll: true });
    };
  };
