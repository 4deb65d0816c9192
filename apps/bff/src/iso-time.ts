let second = NaN;
let upToSecond = '';

/**
 * `toISOString()` for times that are mostly in the same second as the one before, as in a log: reuses everything but
 * the milliseconds. A full conversion took as long as the rest of a log line.
 * @param time whole milliseconds since 1970, up to the year 9999.
 */
export function isoTime(time: number): string {
  const milliseconds = time % 1000;
  if (time - milliseconds !== second) {
    second = time - milliseconds;
    // day: the milliseconds are cut off.
    upToSecond = new Date(second).toISOString().slice(0, -4);
  }
  return `${upToSecond}${milliseconds < 10 ? '00' : milliseconds < 100 ? '0' : ''}${milliseconds}Z`;
}
