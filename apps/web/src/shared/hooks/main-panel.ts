import { createContext, useContext } from 'react';

/** The content panel's element; the shell provides it. */
export const MainPanelContext = createContext<HTMLElement | null>(null);

/**
 * @returns the element that scrolls a screen (not the window), for virtual lists and scroll positions; null until it is
 * mounted, and outside the shell. It has `--panel-padding` around a screen.
 */
export function useMainPanel(): HTMLElement | null {
  return useContext(MainPanelContext);
}
