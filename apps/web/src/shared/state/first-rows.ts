import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

/** Whether a screen has shown its first rows. Stays true: later screens find the code of this one loaded. */
const firstRows = createStore(false);

/** The longest wait in milliseconds: a screen may fail, or have no rows. */
const LONGEST_MS = 10_000;

export const reportFirstRows = (): void => firstRows.set(true);

/** Reports that this screen shows its first rows, or why there are none, once the browser has painted them. */
export function useReportFirstRows(areShown: boolean): void {
  useEffect(() => {
    if (!areShown) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(reportFirstRows);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [areShown]);
}

/** @returns whether the first rows are shown, for the other parts of a screen. */
export const useHasFirstRows = (): boolean => useStore(firstRows);

/** @returns a promise that resolves when the first rows are shown, or after ten seconds. */
function whenFirstRows(): Promise<void> {
  return new Promise((resolve) => {
    if (firstRows.get()) {
      resolve();
      return;
    }
    const timer = setTimeout(reportFirstRows, LONGEST_MS);
    const stop = firstRows.subscribe(() => {
      clearTimeout(timer);
      stop();
      resolve();
    });
  });
}

/** @returns `load`, which starts only when the first rows are shown: code beside them would delay them. */
export const afterFirstRows =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  async () => {
    await whenFirstRows();
    return load();
  };
