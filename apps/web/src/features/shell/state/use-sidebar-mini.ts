import { useCallback, useEffect, useRef, useState } from 'react';
import { remeasure } from './remeasure.ts';
import { TIMINGS } from '../rules/timings.ts';

/** Where the choice survives a reload: `mini` or `normal`. */
const KEY = 'despacho.sidebar';

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === 'mini';
  } catch {
    return false;
  }
}

function remember(mini: boolean): void {
  try {
    localStorage.setItem(KEY, mini ? 'mini' : 'normal');
  } catch {
    // It then lasts until the page is closed.
  }
}

export interface SidebarMini {
  /** How the sidebar is laid out. */
  isMini: boolean;
  /** How it will be once the delay is over; differs from `isMini` only meanwhile. */
  willBeMini: boolean;
  toggle: () => void;
}

/** The minimised sidebar: changes a moment after the press, while everything that depends on the layout measures again. */
export function useSidebarMini(): SidebarMini {
  const [isMini, setMini] = useState(remembered);
  const [willBeMini, setWish] = useState(isMini);
  const underWay = useRef<() => void>(undefined);
  const stop = useCallback(() => underWay.current?.(), []);
  useEffect(() => stop, [stop]);

  const toggle = useCallback(() => {
    stop();
    const next = !willBeMini;
    setWish(next);
    remember(next);
    const change = setTimeout(() => {
      setMini(next);
    }, TIMINGS.minimiseDelay);
    const stopMeasuring = remeasure();
    underWay.current = () => {
      clearTimeout(change);
      stopMeasuring();
    };
  }, [stop, willBeMini]);

  return { isMini, willBeMini, toggle };
}
