import { median } from '../../../apps/bff/bench/quantile.ts';

/** A measurement: what, and when (any unit, as long as it is one). */
export interface Sample {
  at: number;
  value: number;
}

/**
 * By how much a value grows in a unit of time: the median of the slopes between all pairs of samples (Theil and Sen), which
 * a few samples taken just before or after a garbage collection do not move.
 * @throws RangeError for fewer than two moments.
 */
export function slopeOf(samples: readonly Sample[]): number {
  const slopes = samples.flatMap((one, index) =>
    samples
      .slice(index + 1)
      .filter(({ at }) => at !== one.at)
      .map((later) => (later.value - one.value) / (later.at - one.at)),
  );
  return median(slopes);
}

/** @returns the part of its usual level by which a value grew while it was measured: 0.1 is a tenth. */
export function growthOf(samples: readonly Sample[]): number {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) throw new RangeError('Nothing was measured');
  return (slopeOf(samples) * (last.at - first.at)) / median(samples.map(({ value }) => value));
}
