import { type ImportSource, MAX_LISTED_SHEETS } from '@despacho/contracts/dispatch';
import { isFilled, type SheetFile } from '#platform/files/sheet.ts';
import { ignoredName } from './read-header.ts';

/** Characters of a sheet's name that are shown. */
const MAX_NAME_LENGTH = 60;

/**
 * @param hiddenColumns of `hiddenNames`, and whether they are read.
 * @returns the sheets and encodings of a file, for the person to choose from.
 */
export function sourceOf(
  { sheets, sheet, encoding }: SheetFile,
  hiddenColumns: readonly string[] = [],
  isRead = true,
): ImportSource {
  const listed = sheets
    .map(({ name, rows, hidden }, place) => ({
      place,
      name: name.slice(0, MAX_NAME_LENGTH).toWellFormed(),
      rows,
      hidden,
    }))
    .filter(({ place, rows }) => rows > 0 || place === sheet);
  return {
    sheet,
    // A text file has one sheet without a name.
    sheets: encoding === null ? listed.slice(0, MAX_LISTED_SHEETS) : [],
    encoding,
    ...(hiddenColumns.length > 0 && { hiddenColumns: { names: [...hiddenColumns], read: isRead } }),
  };
}

/** @returns the headings of the hidden columns that are used and have content. @param line of the headings. */
export function hiddenNames(
  { rows, hiddenColumns = [] }: SheetFile,
  line: number,
  headings: readonly string[],
  places: Iterable<number>,
): string[] {
  const used = new Set(places);
  return hiddenColumns
    .filter((place) => used.has(place) && rows.slice(line).some(({ cells }) => isFilled(cells[place] ?? '')))
    .map((place) => ignoredName(headings[place] ?? '') || `n.º ${place + 1}`);
}
