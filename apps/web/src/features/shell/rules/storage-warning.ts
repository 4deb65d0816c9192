/** From here on, in per cent, one should make room. */
const NEARLY_FULL = 90;

/** @returns a word about storage that is running out, or undefined. */
export function storageWarning(percent: number): string | undefined {
  if (percent >= 100) return 'lleno';
  return percent >= NEARLY_FULL ? 'casi lleno' : undefined;
}
