import { type Failure } from './failures.ts';

/** More failing files than this are a fault of the product, and not of tests that shared two cores with all others. */
export const MAX_FILES = 6;

/**
 * @param failures of a whole run, by workspace.
 * @param failed the number of failures that the run counted.
 * @returns the files to run once more, alone, by workspace; none if a failure belongs to no file, or if they are too many.
 */
export function filesToRepeat(failures: Map<string, Failure[]>, failed: number): Map<string, string[]> {
  const all = [...failures.values()].flat();
  const files = new Set(all.map(({ file }) => file));
  if (all.length !== failed || files.has(undefined) || files.size > MAX_FILES) return new Map();
  return new Map(
    [...failures]
      .filter(([, some]) => some.length > 0)
      .map(([name, some]) => [name, [...new Set(some.flatMap(({ file }) => file ?? []))]]),
  );
}
