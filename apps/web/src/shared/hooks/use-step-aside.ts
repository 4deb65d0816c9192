import { type RefObject, useEffect } from 'react';

/**
 * Moves a floating notice to the other edge of the window while it would cover the focused element.
 * @param notice gets `data-aside` then; its style sheet moves it.
 * @param isShown whether it is rendered.
 */
export function useStepAside(notice: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    const onFocus = ({ target }: FocusEvent): void => {
      // Once the browser has scrolled to the element.
      requestAnimationFrame(() => {
        const own = notice.current;
        if (!own || !(target instanceof Element) || own.contains(target)) return;
        const box = own.getBoundingClientRect();
        const { left, right, top, bottom } = target.getBoundingClientRect();
        if (left < box.right && right > box.left && top < box.bottom && bottom > box.top)
          own.toggleAttribute('data-aside');
      });
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [notice, isShown]);
}
