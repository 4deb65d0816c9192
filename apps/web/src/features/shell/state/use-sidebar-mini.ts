import { useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '#shared/state/browser-storage.ts';
import { remeasure } from './remeasure.ts';
import { TIMINGS } from '../rules/timings.ts';

/**
 * State of the minimised sidebar. It changes after a delay, while maps and tables measure themselves again.
 * @returns the current layout, the layout after the delay, and a function that changes it.
 */
export function useSidebarMini() {
  const [isMini, setMini] = useState(() => readStored('despacho.sidebar') === 'mini');
  const [willBeMini, setWillBeMini] = useState(isMini);
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);

  const toggle = (): void => {
    cancel.current?.();
    const next = !willBeMini;
    setWillBeMini(next);
    writeStored(next ? 'mini' : 'normal', 'despacho.sidebar');
    const change = setTimeout(() => setMini(next), TIMINGS.minimiseDelay);
    const stopMeasuring = remeasure();
    cancel.current = () => {
      clearTimeout(change);
      stopMeasuring();
    };
  };

  return { isMini, willBeMini, toggle };
}
