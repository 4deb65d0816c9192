import { CSV_MEDIA_TYPE, TEXT_MEDIA_TYPE, XLSX_MEDIA_TYPE } from '@despacho/contracts/dispatch';

/**
 * @returns the media type of a file by its extension. Browsers take it from the operating system, where installed
 * programs change the type of CSV files.
 */
export function mediaTypeOf(fileName: string): string {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  if (ending === 'xlsx') return XLSX_MEDIA_TYPE;
  return ending === 'csv' ? CSV_MEDIA_TYPE : TEXT_MEDIA_TYPE;
}
