import { type RefCallback } from 'react';

/**
 * A `ref` for an element that may unmount while it contains the focus, which would otherwise go to the start of the
 * page.
 * @param heir element to focus if the focus was inside; looked up only then. Null leaves it to the browser.
 * @returns a ref callback. Create it outside components, so that it stays the same between renders.
 */
export const moveFocusOnUnmount =
  (heir: () => HTMLElement | null): RefCallback<HTMLElement> =>
  (element) => {
    // React calls this before it removes the element.
    return () => {
      if (element?.contains(document.activeElement)) heir()?.focus({ preventScroll: true });
    };
  };
