import { type ImportColumns } from '@despacho/contracts/dispatch';

/** @returns the address of an empty file with some columns. The byte order mark makes Excel read the accents. */
export function csvTemplate<Key extends string>(columns: ImportColumns<Key>, keys: readonly Key[]): string {
  const headings = keys.map((key) => columns[key].header).join(';');
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${headings}\r\n`)}`;
}
