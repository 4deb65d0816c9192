interface Row {
  id: string;
}

/**
 * @param before the previous rows, including `id`.
 * @param now the current rows.
 * @returns the row to activate after `id` was removed: the next remaining one below, or else above; undefined if
 * there is none.
 */
export function neighbourOf(id: string, before: readonly Row[], now: readonly Row[]): string | undefined {
  const left = new Set(now.map((row) => row.id));
  const at = before.findIndex((row) => row.id === id);
  const isLeft = (row: Row): boolean => left.has(row.id);
  return (before.slice(at + 1).find(isLeft) ?? before.slice(0, Math.max(0, at)).findLast(isLeft))?.id;
}
