/** @returns the button of the menu that contains `element`, which remains after the menu; null outside menus. */
export const menuButtonOf = (element: Element | null): HTMLElement | null =>
  document.getElementById(element?.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? '');
