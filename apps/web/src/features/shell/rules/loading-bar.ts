/** Where the bar starts, so that a request is seen at once. */
const START = 2;
/** It creeps towards this and never arrives: only an answer completes it. */
const CEILING = 99;
const FULL = 100;

type LoadingBarAction = { type: 'start' } | { type: 'tick'; random: number } | { type: 'complete' | 'reset' };

/**
 * One step of the loading bar.
 * @param progress per cent, 0 while nothing is pending.
 * @param action `random` within 0–1 decides how far a tick creeps: 2–8 % of what is left, so ever less.
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

/** @returns whether a navigation moves the bar: any under way whose state does not ask to leave it alone. */
export function movesLoadingBar(navigation: { state: string; location?: { state: unknown } | undefined }): boolean {
  if (navigation.state === 'idle') return false;
  const state = navigation.location?.state;
  return !(typeof state === 'object' && state !== null && 'ignoreLoadingBar' in state && state.ignoreLoadingBar);
}
