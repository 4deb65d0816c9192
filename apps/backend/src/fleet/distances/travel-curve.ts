/** How many meters and minutes a straight line takes: at these straight distances, in meters, and in between linearly. */
export interface TravelCurve {
  metres: readonly number[];
  minutes: readonly number[];
}

/** Straight distances in meters that stand for the classes up to 2 km, up to 6 km, and above. */
export const KNOTS = [0, 1000, 4000, 10_000] as const;

/**
 * @param values at the knots, not decreasing.
 * @param straight meters.
 * @returns the value for a distance; beyond the last knot it grows in proportion.
 */
export function onCurve(values: readonly number[], straight: number): number {
  const last = KNOTS.length - 1;
  if (straight >= (KNOTS[last] ?? 0)) return ((values[last] ?? 0) * straight) / (KNOTS[last] ?? 1);
  let index = 1;
  while (straight >= (KNOTS[index] ?? 0)) index++;
  const [from = 0, to = 1] = [KNOTS[index - 1], KNOTS[index]];
  const [low = 0, high = 0] = [values[index - 1], values[index]];
  return low + ((high - low) * (straight - from)) / (to - from);
}
