import { MAX_IMPORT_LINES } from '@despacho/contracts/dispatch';
import { decodeText } from '#platform/files/decode-text.ts';
import { decodeEntities } from '#platform/files/html-entities.ts';
import { binaryFormat, textFormat } from '#platform/files/file-format.ts';
import { FileTooComplex } from '#platform/files/file-limits.ts';
import { readCsv } from '#platform/files/read-csv.ts';
import { readXlsx } from '#platform/files/read-xlsx.ts';
import { ZipReader } from '#platform/files/read-zip.ts';
import { type FileChoice, hasContent, type NoTable, type SheetFile } from '#platform/files/sheet.ts';

/** Allows for as many titles, totals and hidden rows as orders. */
const MAX_ROWS = 2 * MAX_IMPORT_LINES;

/** Maximum size of the part that names the format of an archive. */
const MAX_TYPE_BYTES = 1024;

/** MS-DOS ends text files with this character. */
const DOS_END = '\u001a';

const noTable = (format: NoTable['format']): NoTable => ({ kind: 'no-table', format });

/** First bytes of archives. `PK` alone may be text. */
const ARCHIVE = ['PK\u0003\u0004', 'PK\u0005\u0006', 'PK\u0007\u0008'];

function readArchive(bytes: Buffer, sheet: number | undefined): SheetFile | NoTable {
  let zip: ZipReader | undefined;
  try {
    zip = new ZipReader(bytes);
    if (zip.isEncrypted) return noTable('encrypted');
    const { rows, more, from1904, hiddenColumns, ...sheets } = readXlsx(zip, MAX_ROWS, sheet);
    return {
      kind: 'sheet',
      rows,
      ...sheets,
      encoding: null,
      ...(more && { more }),
      ...(from1904 && { from1904 }),
      ...(hiddenColumns.length > 0 && { hiddenColumns }),
    };
  } catch (error) {
    if (error instanceof FileTooComplex) throw error;
    return noTable(zip && isOpenDocument(zip) ? 'ods' : 'unknown');
  }
}

function isOpenDocument(zip: ZipReader): boolean {
  try {
    return zip.read('mimetype', MAX_TYPE_BYTES)?.toString().includes('opendocument.spreadsheet') ?? false;
  } catch {
    return false;
  }
}

/**
 * Parses a workbook, recognized by its first bytes, or else a text file. The extension is ignored: people rename files.
 * @param choice sheet and encoding that the person chose.
 * @throws FileTooComplex beyond the limits of `files/file-limits.ts`.
 */
export function readFile(bytes: Buffer, choice: FileChoice = {}): SheetFile | NoTable {
  if (ARCHIVE.includes(bytes.subarray(0, 4).toString('latin1'))) return readArchive(bytes, choice.sheet);
  const format = binaryFormat(bytes);
  if (format) return noTable(format);
  const { text, encoding } = decodeText(bytes, choice.encoding);
  const other = textFormat(text);
  if (other) return noTable(other);
  const { rows, more, separator } = readCsv(
    decodeEntities(text.endsWith(DOS_END) ? text.slice(0, -1) : text, true),
    MAX_ROWS,
  );
  return {
    kind: 'sheet',
    rows,
    sheets: [{ name: '', rows: rows.filter(hasContent).length, hidden: false }],
    sheet: 0,
    encoding,
    ...(separator !== undefined && { separator }),
    ...(more && { more }),
  };
}
