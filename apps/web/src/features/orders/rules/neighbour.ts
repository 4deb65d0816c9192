interface Row {
  id: string;
}

/**
 * @param before the rows as they were, `id` among them.
 * @param now the rows as they are.
 * @returns the row that stands where one stood that is gone: the next one below it that is still there, else the next
 * above; undefined where none of them is.
 */
export function neighbourOf(id: string, before: readonly Row[], now: readonly Row[]): string | undefined {
  const left = new Set(now.map((row) => row.id));
  const at = before.findIndex((row) => row.id === id);
  const isLeft = (row: Row): boolean => left.has(row.id);
  return (before.slice(at + 1).find(isLeft) ?? before.slice(0, Math.max(0, at)).findLast(isLeft))?.id;
}
