/** Rows of text in columns, separated by two spaces. @returns `none` without any. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], none = 'None.'): string {
  if (rows.length === 0) return none;
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)));
  const lineOf = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [head, ...rows].map(lineOf).join('\n');
}

/** @returns a value for programs, if the operator asked for it with `--json`; otherwise the text. */
export const inForm = (isJson: boolean, value: unknown, text: () => string): string =>
  isJson ? JSON.stringify(value, null, 2) : text();
