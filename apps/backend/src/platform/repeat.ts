/**
 * Runs work at an interval, each run after the previous one. It handles its errors itself.
 * @param first a run that has begun.
 * @returns a function that stops it after the current run.
 */
export function repeatEvery(
  milliseconds: number,
  work: () => Promise<unknown>,
  first: Promise<unknown> = Promise.resolve(),
): () => Promise<void> {
  let running = first;
  const timer = setInterval(() => {
    running = running.then(work);
  }, milliseconds).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
