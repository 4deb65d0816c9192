import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { sessionState } from '#features/session/state/session-store.ts';
import { readStored, writeStored } from '#shared/state/browser-storage.ts';
import { restoreScroll } from './restore-scroll.ts';
import { isFirstVisit, memoryKey, ScrollMemory, scrollAfter } from '../rules/scroll-memory.ts';

/** User input that cancels restoring the position. */
const TAKE_OVER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** After each navigation, scrolls the panels to the top, or restores the position of `panel`. */
export function useScrollMemory(panel: HTMLElement | null, others: readonly (HTMLElement | null)[]): void {
  const location = useLocation();
  const type = useNavigationType();
  const [memory] = useState(() => new ScrollMemory(readStored('despacho.scroll')));
  const previousPath = useRef<string>(undefined);
  const isRestoring = useRef(false);

  const toTop = useEffectEvent(() => {
    for (const other of others) other?.scrollTo({ top: 0, behavior: 'instant' });
  });

  useLayoutEffect(() => {
    if (panel === null) return;
    const previous = previousPath.current;
    previousPath.current = location.pathname;
    const effect = scrollAfter(type, {
      isSamePage: previous === location.pathname,
      isFirstVisit: previous === undefined && isFirstVisit(location),
    });
    if (effect === 'keep') {
      memory.save(memoryKey(location), panel.scrollTop);
      return;
    }
    toTop();
    if (effect === 'top') {
      panel.scrollTo({ top: 0, behavior: 'instant' });
      memory.save(memoryKey(location), 0);
      return;
    }
    isRestoring.current = true;
    const finish = () => {
      isRestoring.current = false;
    };
    const giveUp = restoreScroll(panel, memory.of(memoryKey(location)), finish);
    const takeOver = () => {
      giveUp();
      finish();
    };
    for (const event of TAKE_OVER_EVENTS) document.addEventListener(event, takeOver, { passive: true });
    return () => {
      takeOver();
      for (const event of TAKE_OVER_EVENTS) document.removeEventListener(event, takeOver);
    };
  }, [panel, location, type, memory]);

  // A layout effect, so that a scroll event caused by the page change is not recorded for the old page.
  useLayoutEffect(() => {
    if (panel === null) return;
    const onScroll = () => {
      if (!isRestoring.current) memory.save(memoryKey(location), panel.scrollTop);
    };
    panel.addEventListener('scroll', onScroll, { passive: true });
    // Scroll events fire with the next frame, which may be after `popstate`.
    addEventListener('popstate', onScroll, { capture: true });
    return () => {
      panel.removeEventListener('scroll', onScroll);
      removeEventListener('popstate', onScroll, { capture: true });
    };
  }, [panel, location, memory]);

  useEffect(() => {
    const onLeave = () => {
      // For a reload. After a sign-out, or before a reload for another person, the positions have been removed.
      if (sessionState().status === 'in') writeStored(memory.serialise(), 'despacho.scroll');
    };
    addEventListener('pagehide', onLeave);
    return () => removeEventListener('pagehide', onLeave);
  }, [memory]);
}
