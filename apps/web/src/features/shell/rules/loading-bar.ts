/** Initial value, so that a request is visible immediately. */
const START = 2;
/** The bar approaches this value but only a response completes it. */
const CEILING = 99;
const FULL = 100;

type LoadingBarAction = { type: 'start' } | { type: 'tick'; random: number } | { type: 'complete' | 'reset' };

/**
 * Reducer for the loading bar.
 * @param progress in percent, 0 while nothing is pending.
 * @param action `random` (0–1) sets the size of a tick: 2–8 % of the remainder, so ever smaller.
 */
export function loadingBar(progress: number, action: LoadingBarAction): number {
  const isRunning = progress > 0 && progress < FULL;
  switch (action.type) {
    case 'start':
      return isRunning ? progress : START;
    case 'tick':
      return isRunning ? progress + (CEILING - progress) * (0.02 + 0.06 * action.random) : progress;
    case 'complete':
      return isRunning ? FULL : progress;
    case 'reset':
      return progress === FULL ? 0 : progress;
  }
}

/** @returns whether a navigation moves the bar: any pending one without `ignoreLoadingBar` in its state. */
export function movesLoadingBar(navigation: { state: string; location?: { state: unknown } | undefined }): boolean {
  if (navigation.state === 'idle') return false;
  const state = navigation.location?.state;
  return !(typeof state === 'object' && state !== null && 'ignoreLoadingBar' in state && state.ignoreLoadingBar);
}
