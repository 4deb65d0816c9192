/** CPU milliseconds, including the embedded database's thread: independent of other load on the machine. */
export const computing = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

const median = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN;

/** Alternates two measurements, discarding the first of each. @returns the medians in milliseconds. */
export async function inTurns(
  rounds: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<[number, number]> {
  const [ones, others]: [number[], number[]] = [[], []];
  await one();
  await other();
  for (let round = 0; round < rounds; round++) {
    ones.push(await one());
    others.push(await other());
  }
  return [median(ones), median(others)];
}

/** Prints a ratio, and fails the run if it exceeds its limit. */
export function report(what: string, [small, large]: [number, number], limit: number): void {
  const ratio = large / small;
  process.stdout.write(
    `  ${what.padEnd(46)} ${small.toFixed(1).padStart(7)} ms ${large.toFixed(1).padStart(8)} ms  ×${ratio.toFixed(1)}` +
      `${ratio <= limit ? '' : `  over ×${limit}`}\n`,
  );
  if (ratio > limit) process.exitCode = 1;
}
