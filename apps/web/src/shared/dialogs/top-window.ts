/** @returns where a pop-up has to stand to be above all else: in the uppermost window of the browser's own, if one is open. */
export const topWindow = (): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? document.body;
