import { useRef, useState } from 'react';

/** @returns whether a run is pending, and a function that starts `work` unless one is, such as for a double click. */
export function useSingleRun(): [busy: boolean, start: (work: () => Promise<void>) => void] {
  const [busy, setBusy] = useState(false);
  // A ref, because state updates too late for the second click of a double click.
  const isRunning = useRef(false);
  const start = (work: () => Promise<void>): void => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    void work().finally(() => {
      isRunning.current = false;
      setBusy(false);
    });
  };
  return [busy, start];
}
