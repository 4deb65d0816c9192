/** Whether any tab of the browser is visible, from their regular reports. */
interface Watched {
  /** A tab is visible. */
  report: () => void;
  /** @returns a signal that fires once no tab has reported for a while. */
  ended: () => AbortSignal;
  /** Resolves at the next report, immediately if a tab is visible, and when `signal` fires. */
  again: (signal: AbortSignal) => Promise<void>;
  stop: () => void;
}

/** @param grace milliseconds without a report after which no tab counts as visible; begins now. */
export function createWatched(grace: number): Watched {
  let end = new AbortController();
  const waiting: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => end.abort(), grace);
  };
  const release = (): void => {
    for (const each of waiting.splice(0)) each();
  };
  wait();
  return {
    report: () => {
      if (end.signal.aborted) end = new AbortController();
      wait();
      release();
    },
    ended: () => end.signal,
    again: (signal) =>
      new Promise((resolve) => {
        if (!end.signal.aborted || signal.aborted) {
          resolve();
          return;
        }
        waiting.push(resolve);
        signal.addEventListener('abort', () => resolve());
      }),
    stop: () => clearTimeout(timer),
  };
}
