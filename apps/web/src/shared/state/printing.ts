import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

/** Rows of a list that are printed; what follows them is exported. */
export const MAX_PRINTED = 500;

/** `asked`: lists load rows that are missing before the page is printed. `on`: the browser is printing. */
export const printing = createStore<'off' | 'asked' | 'on'>('off');

/** Number of lists that have rows to load before they can be printed. */
export const unloadedLists = createStore(0);

/** @returns whether the page is being printed. Virtual lists then render `printedRows` instead of the rows in view. */
export const useIsPrinted = (): boolean => useStore(printing, (state) => state === 'on');

/** @returns the indexes of the printed rows: a `rangeExtractor`. */
export const printedRows = ({ count }: { count: number }): number[] =>
  Array.from({ length: Math.min(count, MAX_PRINTED) }, (_, index) => index);

interface PagedList {
  /** Loaded rows. */
  count: number;
  hasMore: boolean;
  isFetching: boolean;
  error: unknown;
  loadMore: () => void;
}

/** Loads a list page by page up to `MAX_PRINTED` rows after Ctrl+P, before the page is printed. */
export function useLoadToPrint({ count, hasMore, isFetching, error, loadMore }: PagedList): void {
  const isAsked = useStore(printing, (state) => state === 'asked');
  const isMissing = hasMore && count < MAX_PRINTED && error === null;
  useEffect(() => {
    if (!isMissing) return undefined;
    unloadedLists.set(unloadedLists.get() + 1);
    return () => unloadedLists.set(unloadedLists.get() - 1);
  }, [isMissing]);
  useEffect(() => {
    if (isAsked && isMissing && !isFetching) loadMore();
  });
}
