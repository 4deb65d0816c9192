import { createContext, useContext } from 'react';

/** Id of the content panel, which can take the focus. */
export const MAIN_ID = 'contenido';

/** The content panel element, provided by the shell. */
export const MainPanelContext = createContext<HTMLElement | null>(null);

/**
 * @returns the element that scrolls a screen (instead of the window), for virtual lists and scroll positions; null
 * before it mounts and outside the shell. It has a padding of `--panel-padding`.
 */
export function useMainPanel(): HTMLElement | null {
  return useContext(MainPanelContext);
}
