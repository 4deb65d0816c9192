/**
 * @returns the dialog in front, which makes everything outside inert; without one, the body. All open dialogs are modal.
 * The focus can only be in the one in front, wherever that is in the document.
 */
export const topModal = (): HTMLElement =>
  document.activeElement?.closest<HTMLElement>('dialog[open]') ??
  [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ??
  document.body;
