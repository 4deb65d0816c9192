import { type ImportSource, MAX_LISTED_SHEETS } from '@despacho/contracts/dispatch';
import { type SheetFile } from '#platform/files/sheet.ts';

/** Characters of a sheet's name that are shown. */
const MAX_NAME_LENGTH = 60;

/** @returns the sheets and encodings of a file, for the person to choose from. */
export function sourceOf({ sheets, sheet, encoding }: SheetFile): ImportSource {
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
  };
}
