import { type ImportColumns, keysOf } from '@despacho/contracts/dispatch';

/**
 * @param without columns that this person may not import.
 * @returns the address of an empty file with the columns of an import. The byte order mark makes Excel read the accents.
 */
export function csvTemplate<Key extends string>(columns: ImportColumns<Key>, without: readonly Key[] = []): string {
  const keys = keysOf(columns).filter((key) => !columns[key].only && !without.includes(key));
  const headings = keys.map((key) => columns[key].header).join(';');
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${headings}\r\n`)}`;
}
