import { useEffect, useRef, useState } from 'react';
import { tryStorage } from '#shared/state/try-storage.ts';
import { remeasure } from './remeasure.ts';
import { TIMINGS } from '../rules/timings.ts';

/** Local storage key; values `mini` and `normal`. */
const KEY = 'despacho.sidebar';

/**
 * State of the minimised sidebar. It changes after a delay, while maps and tables measure themselves again.
 * @returns the current layout, the layout after the delay, and a function that changes it.
 */
export function useSidebarMini() {
  const [isMini, setMini] = useState(() => tryStorage(() => localStorage.getItem(KEY)) === 'mini');
  const [willBeMini, setWillBeMini] = useState(isMini);
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);

  const toggle = (): void => {
    cancel.current?.();
    const next = !willBeMini;
    setWillBeMini(next);
    tryStorage(() => localStorage.setItem(KEY, next ? 'mini' : 'normal'));
    const change = setTimeout(() => setMini(next), TIMINGS.minimiseDelay);
    const stopMeasuring = remeasure();
    cancel.current = () => {
      clearTimeout(change);
      stopMeasuring();
    };
  };

  return { isMini, willBeMini, toggle };
}
