/**
 * @returns the smallest value that is not below the given share (0 to 1) of the values. @throws RangeError without
 * values.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  if (value === undefined) throw new RangeError('Nothing was measured');
  return value;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** CPU milliseconds of this process, with the thread of an embedded database: independent of other load on the machine. */
export async function computing(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Measures two things alternately, because the speed of a machine changes; discards the first of each.
 * @returns the medians, in the unit of the measurements.
 */
export async function inTurns(
  rounds: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<[number, number]> {
  const [ones, others]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    ones.push(await one());
    others.push(await other());
  }
  return [median(ones.slice(1)), median(others.slice(1))];
}

/** Prints a figure. A figure that is not within its bound makes the run fail. */
export function report(what: string, text: string, isWithin = true): void {
  process.stdout.write(`  ${what}: ${text}${isWithin ? '' : '  over its bound'}\n`);
  if (!isWithin) process.exitCode = 1;
}

/** Prints two times in milliseconds and their ratio, which makes the run fail above its limit. */
export function reportRatio(what: string, [small, large]: [number, number], limit: number): void {
  const ratio = large / small;
  const bound = limit === Infinity ? '' : ` (at most ×${limit})`;
  report(
    what.padEnd(46),
    `${small.toFixed(1).padStart(7)} ms ${large.toFixed(1).padStart(8)} ms  ×${ratio.toFixed(1)}${bound}`,
    ratio <= limit,
  );
}
