import { type IAsyncProperty, type IProperty } from 'fast-check';
import fc from 'fast-check';
import { inject } from 'vitest';

const { seed, times } = inject('fuzz');

/** For the title of a group of tests, so that every run tells how to have it again. */
export const SEED_TITLE = `(FC_SEED=${seed})`;

/** A minute for each time as much: the machine may be busy. */
export const FUZZ_TIME_MS = 60_000 * times;

/**
 * Tries a property, as often as told by FC_RUNS.
 * @param runs of an ordinary run.
 * @param examples tried first, whatever the seed.
 */
export async function check<Values>(
  property: IAsyncProperty<Values> | IProperty<Values>,
  runs: number,
  examples: Values[] = [],
): Promise<void> {
  await fc.assert(property, { seed, numRuns: Math.ceil(runs * times) + examples.length, examples });
}
