import { useState } from 'react';

/** @returns `run`, which does `work`; whether it is running; and what it threw. */
export function useTask<Args extends unknown[]>(work: (...args: Args) => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const run = async (...args: Args): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await work(...args);
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return { isBusy, failure, run };
}
