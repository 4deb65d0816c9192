/** Rows that Page Up and Page Down pass over. */
const PAGE = 6;

/** @returns the place in a list that a key leads to from `at`, or null for keys that lead nowhere. */
export function listMove(key: string, at: number, length: number): number | null {
  const places: Partial<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
  };
  const to = places[key];
  return to === undefined || length === 0 ? null : Math.min(length - 1, Math.max(0, to));
}
