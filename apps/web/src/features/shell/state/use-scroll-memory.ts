import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { restoreScroll } from './restore-scroll.ts';
import { isFirstVisit, memoryKey, ScrollMemory, scrollAfter } from '../rules/scroll-memory.ts';

/** Lasts as long as the tab, so that a reload returns to the same place. */
const KEY = 'despacho.scroll';

function saved(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(memory: ScrollMemory): void {
  try {
    sessionStorage.setItem(KEY, memory.serialise());
  } catch {
    // Positions then last until the page is closed.
  }
}

/** A person who does something meanwhile, wherever the focus is, is not scrolled against. */
const TAKES_HOLD = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls panels after each navigation: to the top, or back to where `panel` was. */
export function useScrollMemory(panel: HTMLElement | null, others: readonly (HTMLElement | null)[]): void {
  const location = useLocation();
  const type = useNavigationType();
  const [memory] = useState(() => new ScrollMemory(saved()));
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
    for (const event of TAKES_HOLD) document.addEventListener(event, takeOver, { passive: true });
    return () => {
      takeOver();
      for (const event of TAKES_HOLD) document.removeEventListener(event, takeOver);
    };
  }, [panel, location, type, memory]);

  // Before paint as well: a scroll event that the change of page itself causes must not be taken for the old page's.
  useLayoutEffect(() => {
    if (panel === null) return;
    const onScroll = () => {
      if (!isRestoring.current) memory.save(memoryKey(location), panel.scrollTop);
    };
    panel.addEventListener('scroll', onScroll, { passive: true });
    // A browser tells of a scroll with its next frame, and somebody may go back before that.
    addEventListener('popstate', onScroll, { capture: true });
    return () => {
      panel.removeEventListener('scroll', onScroll);
      removeEventListener('popstate', onScroll, { capture: true });
    };
  }, [panel, location, memory]);

  useEffect(() => {
    const onLeave = () => {
      keep(memory);
    };
    addEventListener('pagehide', onLeave);
    return () => {
      removeEventListener('pagehide', onLeave);
    };
  }, [memory]);
}
