import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * For what a row of a long list calls when somebody presses something: the row need not be drawn again because the
 * function is another one.
 * @param latest what is to be done, as of the newest drawing.
 * @returns a function that stays the same and does that. It is not for calling while drawing.
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
