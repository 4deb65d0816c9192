import { useEffect, useEffectEvent } from 'react';

/** After a longer pause (ms) another label begins. A busy phone may deliver the keys of one label late. */
const MAX_PAUSE_MS = 1000;
const MIN_LENGTH = 3;

/** Reports the labels that a hardware scanner types: characters and Enter, while no field has the focus. */
export function useScannerKeys(onRead: (label: string) => void): void {
  const read = useEffectEvent(onRead);
  useEffect(() => {
    let [typed, last] = ['', 0];
    const listen = (event: KeyboardEvent): void => {
      const { key, timeStamp, target } = event;
      if (target instanceof HTMLInputElement && target.type !== 'checkbox') return;
      if (timeStamp - last > MAX_PAUSE_MS) typed = '';
      last = timeStamp;
      if (key.length === 1) typed += key;
      if (key !== 'Enter' || typed.length < MIN_LENGTH) return;
      // Otherwise the key would press what has the focus.
      event.preventDefault();
      read(typed);
      typed = '';
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
