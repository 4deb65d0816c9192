import { useEffect, useState } from 'react';

/** Milliseconds without input after which nobody is assumed to be at the page. */
export const UNATTENDED_MS = 5 * 60_000;

const INPUTS = ['keydown', 'pointerdown', 'pointermove', 'wheel'];

/**
 * @returns whether somebody is at this page, which is visible and has had input lately; and a function that says that
 *   nobody is, until the next input.
 */
export function useAttended(): [isAttended: boolean, leave: () => void] {
  const [isAttended, setAttended] = useState(true);
  useEffect(() => {
    const ending = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attend = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setAttended(false), UNATTENDED_MS);
      setAttended(true);
    };
    const options = { capture: true, passive: true, signal: ending.signal };
    for (const type of INPUTS) addEventListener(type, attend, options);
    const look = (): void => (document.hidden ? setAttended(false) : attend());
    document.addEventListener('visibilitychange', look, options);
    look();
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, []);
  return [isAttended, () => setAttended(false)];
}
