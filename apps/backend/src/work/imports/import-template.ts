import { IMPORT_COLUMN_KEYS, IMPORT_COLUMNS, isInTemplate, XLSX_MEDIA_TYPE } from '@despacho/contracts/dispatch';
import { type SheetColumn, xlsxStream } from '#platform/files/xlsx-stream.ts';
import { type FileAnswer } from '#platform/http/file-answer.ts';

/** An empty workbook with the columns of an import. Required columns are marked. */
export function importTemplate(): FileAnswer {
  const columns = IMPORT_COLUMN_KEYS.filter(isInTemplate).map((key): SheetColumn => {
    const { header, required, hint } = IMPORT_COLUMNS[key];
    return { header: required ? `${header} *` : header, kind: 'text', width: Math.max(header.length, hint.length) + 3 };
  });
  return {
    fileName: 'plantilla-ordenes.xlsx',
    mediaType: XLSX_MEDIA_TYPE,
    content: xlsxStream('Órdenes', columns, []),
  };
}
