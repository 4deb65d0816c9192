/**
 * @returns a function whose concurrent callers share one run of `work`, with the first caller's arguments. Once it
 * settles, the next call starts a new run.
 */
export function singleFlight<Args extends unknown[], T>(
  work: (...given: Args) => Promise<T>,
): (...given: Args) => Promise<T> {
  let flight: Promise<T> | undefined;
  return (...given) => {
    flight ??= work(...given).finally(() => {
      flight = undefined;
    });
    return flight;
  };
}
