/**
 * @returns a function whose concurrent callers share one run of `work`. The next call after it settled runs it again.
 */
export function singleFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let flight: Promise<T> | undefined;
  return () => {
    flight ??= work().finally(() => {
      flight = undefined;
    });
    return flight;
  };
}
