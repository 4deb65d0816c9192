import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Selector of the fields of a form or window. A file input is not one: typing a space would open the file chooser. */
export const FIRST_FIELD =
  ':is(input:not([type="hidden"], [type="file"]), textarea, select):not(:disabled, [aria-hidden="true"])';

/** Focuses the element with this id in the next frame, unless something else has the focus by then. */
export function focusLater(id: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById(id)?.focus();
  });
}

/**
 * For a form that appears within a page or window: focuses its first field, and after it the element that opened it.
 * @param openerId id of that element, which may have been replaced by the form meanwhile.
 * @param takesFocus false for a form that the user did not open, such as a restored draft.
 */
export function useFormFocus(form: RefObject<HTMLElement | null>, openerId: string, takesFocus = true): void {
  const start = useEffectEvent(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
  });
  useEffect(() => {
    start();
    return () => focusLater(openerId);
  }, [openerId]);
}
