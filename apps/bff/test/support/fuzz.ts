import { type IAsyncProperty, type IProperty } from 'fast-check';
import fc from 'fast-check';
import { inject } from 'vitest';

const { seed, times } = inject('fuzz');

/** Part of a describe title, so that every run shows how to repeat it. */
export const SEED_TITLE = `(FC_SEED=${seed})`;

/** One minute per FC_RUNS multiple: the machine may be busy. */
export const FUZZ_TIME_MS = 180_000 * times;

/**
 * Tests a property, with the number of runs multiplied by FC_RUNS.
 * @param runs of an ordinary test run.
 * @param examples tested first, whatever the seed.
 */
export async function check<Values>(
  property: IAsyncProperty<Values> | IProperty<Values>,
  runs: number,
  examples: Values[] = [],
): Promise<void> {
  await fc.assert(property, { seed, numRuns: Math.ceil(runs * times) + examples.length, examples });
}
