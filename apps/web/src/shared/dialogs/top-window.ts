/** @returns the container in which a pop-up is above everything else: the topmost open `dialog`, otherwise the body. */
export const topWindow = (): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? document.body;
