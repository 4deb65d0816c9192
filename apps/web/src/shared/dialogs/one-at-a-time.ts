let last: Promise<unknown> = Promise.resolve();

/** Runs dialogs one after the other: a later one waits instead of throwing away what the earlier one was asking. */
export function oneAtATime<T>(show: () => Promise<T>): Promise<T> {
  const shown = last.then(show);
  last = shown.catch(() => undefined);
  return shown;
}
