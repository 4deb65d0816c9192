import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * After a navigation, moves the focus to the content panel, so that a screen reader announces the page and Tab
 * continues from there. Skipped on a first load and for pages that set the focus themselves.
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
