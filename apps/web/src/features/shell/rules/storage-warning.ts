/** Percentage of used storage from which a warning shows. */
const NEARLY_FULL = 90;

/** @returns a short warning about low storage, or undefined. */
export function storageWarning(percent: number): string | undefined {
  if (percent >= 100) return 'lleno';
  return percent >= NEARLY_FULL ? 'casi lleno' : undefined;
}
