import { useRef, useState } from 'react';

/** @returns `run`, which does `work` unless it is running, as for a double click; whether it is running; and what it threw. */
export function useTask<Args extends unknown[]>(work: (...args: Args) => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  // A ref, because state updates too late for the second click of a double click.
  const isRunning = useRef(false);
  const run = async (...args: Args): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await work(...args);
    } catch (error) {
      setFailure(error);
    }
    isRunning.current = false;
    setBusy(false);
  };
  return { isBusy, failure, run };
}
