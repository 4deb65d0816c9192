let second = NaN;
let upToSecond = '';

/**
 * `toISOString()` of times that mostly lie in the second of the one before, as a log's do: all but the milliseconds is kept.
 * For a line of the log the whole of it took as long as everything else.
 * @param time milliseconds since 1970, whole, from 1970 to 9999.
 */
export function isoTime(time: number): string {
  const milliseconds = time % 1000;
  if (time - milliseconds !== second) {
    second = time - milliseconds;
    upToSecond = new Date(second).toISOString().slice(0, -4);
  }
  return `${upToSecond}${milliseconds < 10 ? '00' : milliseconds < 100 ? '0' : ''}${milliseconds}Z`;
}
