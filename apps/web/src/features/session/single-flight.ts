/**
 * @returns a function whose concurrent callers share one run of `work`, the arguments being the first caller's. The next
 * call after it settled runs it again.
 */
export function singleFlight<Given extends unknown[], T>(
  work: (...given: Given) => Promise<T>,
): (...given: Given) => Promise<T> {
  let flight: Promise<T> | undefined;
  return (...given) => {
    flight ??= work(...given).finally(() => {
      flight = undefined;
    });
    return flight;
  };
}
