/**
 * Runs `work` on local or session storage, which may be disabled or full. For data that is not essential.
 * @returns its result; undefined if it failed.
 */
export function tryStorage<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
