import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * For callbacks of rows in long lists, so that a new function does not rerender the rows, and for those that a library
 * replaces too late.
 * @param latest the current function.
 * @returns a stable function that calls it. Do not call it while rendering.
 */
export function useLatestCallback<Args extends unknown[], Result>(
  latest: (...given: Args) => Result,
): (...given: Args) => Result {
  const ref = useRef(latest);
  useLayoutEffect(() => {
    ref.current = latest;
  });
  return useCallback((...given: Args) => ref.current(...given), []);
}
