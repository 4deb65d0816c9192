import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * Moves the focus to the content panel when another page appears in it, so that a screen reader says its name and Tab
 * goes on from there. A page opened afresh, and one that has taken the focus itself, are left alone.
 */
export function useFocusAfterNavigation(panel: HTMLElement | null): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const previous = useRef<string>(undefined);
  useEffect(() => {
    if (panel === null) return;
    const isFirst = previous.current === undefined;
    const isOther = previous.current !== pathname;
    previous.current = pathname;
    if (!isOther || (isFirst && type === NavigationType.Pop) || panel.contains(document.activeElement)) return;
    panel.focus({ preventScroll: true });
  }, [panel, pathname, type]);
}
