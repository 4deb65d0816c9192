import { type ImportColumn, XLSX_MEDIA_TYPE } from '@despacho/contracts/dispatch';
import { type SheetColumn, xlsxStream } from '#platform/files/xlsx-stream.ts';
import { type FileAnswer } from '#platform/http/file-answer.ts';

/**
 * @param sheet its name: «Órdenes».
 * @returns an empty workbook with the columns of an import, without those that are only read. Required ones are marked.
 */
export function importTemplate(
  fileName: string,
  sheet: string,
  columns: Readonly<Record<string, ImportColumn>>,
): FileAnswer {
  const listed = Object.values(columns).flatMap(({ header, required, hint, only }): SheetColumn | never[] =>
    only
      ? []
      : { header: required ? `${header} *` : header, kind: 'text', width: Math.max(header.length, hint.length) + 3 },
  );
  return { fileName, mediaType: XLSX_MEDIA_TYPE, content: xlsxStream(sheet, listed, []) };
}
