import { useCallback, useEffect, useRef, useState } from 'react';
import { remeasure } from './remeasure.ts';
import { TIMINGS } from '../rules/timings.ts';

/** Local storage key; values `mini` and `normal`. */
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
    // Without storage, the choice lasts until the page is closed.
  }
}

export interface SidebarMini {
  /** The current layout. */
  isMini: boolean;
  /** The layout after the delay; differs from `isMini` only during it. */
  willBeMini: boolean;
  toggle: () => void;
}

/** State of the minimised sidebar. It changes after a delay, while maps and tables measure themselves again. */
export function useSidebarMini(): SidebarMini {
  const [isMini, setMini] = useState(remembered);
  const [willBeMini, setWillBeMini] = useState(isMini);
  const cancelRef = useRef<() => void>(undefined);
  const stop = useCallback(() => cancelRef.current?.(), []);
  useEffect(() => stop, [stop]);

  const toggle = useCallback(() => {
    stop();
    const next = !willBeMini;
    setWillBeMini(next);
    remember(next);
    const change = setTimeout(() => {
      setMini(next);
    }, TIMINGS.minimiseDelay);
    const stopMeasuring = remeasure();
    cancelRef.current = () => {
      clearTimeout(change);
      stopMeasuring();
    };
  }, [stop, willBeMini]);

  return { isMini, willBeMini, toggle };
}
