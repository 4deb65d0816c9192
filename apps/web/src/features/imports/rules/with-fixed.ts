import { type FixedLines, type ImportPreview } from '@despacho/contracts/dispatch';

type Readable = Extract<ImportPreview, { readable: true }>;

/** @returns a preview with lines that have been fixed. */
export function withFixed(preview: Readable, { rows, good, broken, doubtful }: FixedLines): Readable {
  const fixed = new Map(rows.map((row) => [row.line, row]));
  return { ...preview, good, broken, doubtful, rows: preview.rows.map((row) => fixed.get(row.line) ?? row) };
}
