/**
 * @returns the smallest value that is not below the given share (0 to 1) of the values. @throws RangeError without
 * values.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  if (value === undefined) throw new RangeError('Nothing was measured');
  return value;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
