let last: Promise<unknown> = Promise.resolve();

/** Runs dialogs one after another: a later one waits instead of replacing an open one. */
export function oneAtATime<T>(show: () => Promise<T>): Promise<T> {
  const shown = last.then(show);
  last = shown.catch(() => undefined);
  return shown;
}
