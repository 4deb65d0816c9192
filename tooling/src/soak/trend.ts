import { median } from '../load/measure.ts';

/** A measurement and its time, in any one unit. */
export interface Sample {
  at: number;
  value: number;
}

/**
 * Growth of a value per unit of time: the median of the slopes between all pairs of samples (Theil–Sen), which single
 * samples just before or after a garbage collection do not move.
 * @throws RangeError for fewer than two points in time.
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

/** @returns the growth as a share of the usual value: 0.1 is a tenth. */
export function growthOf(samples: readonly Sample[]): number {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) throw new RangeError('Nothing was measured');
  return (slopeOf(samples) * (last.at - first.at)) / median(samples.map(({ value }) => value));
}
