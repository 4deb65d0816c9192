import { crc32, deflateRawSync } from 'node:zlib';
import { MAX_IMPORT_BYTES, MAX_IMPORT_LINES } from '@despacho/contracts/dispatch';

/** @returns one header of a ZIP archive, with the name of its entry. */
function zipHeader(signature: number, common: Buffer, rest: Buffer, name: string): Buffer {
  const start = Buffer.alloc(4);
  start.writeUInt32LE(signature);
  return Buffer.concat([start, common, rest, Buffer.from(name)]);
}

/** @returns a ZIP archive of these files, each with its content as a string. */
function zipOf(parts: Record<string, string>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0); // version
    common.writeUInt16LE(8, 4); // deflated
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const file = Buffer.concat([zipHeader(0x04034b50, common, Buffer.alloc(0), name), packed]);
    files.push(file);
    directory.push(zipHeader(0x02014b50, Buffer.concat([Buffer.from([20, 0]), common]), place, name));
    at += file.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, ...directory, end]);
}

/** @returns a workbook with this XML as its sheet, and additional parts. */
const workbookOf = (sheet: string, more: Record<string, string> = {}): Buffer =>
  zipOf({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="H" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  });

const HEADER =
  'Cliente;Destinatario;Teléfono;Dirección;Referencia;Distrito;Fecha;Desde;Hasta;Bultos;Peso (kg);Cobro (S/);Nota'.split(
    ';',
  );
const COLUMNS = 20;

/**
 * @param columns text of each column in every line, by header.
 * @returns a workbook with the maximum number of import lines.
 */
function workbookOfLines(columns: Record<string, string>): Buffer {
  const headers = Object.keys(columns).map((header) => `<c t="inlineStr"><is><t>${header}</t></is></c>`);
  const cells = headers.map((_, index) => `<c t="s"><v>${index}</v></c>`);
  const line = `<row>${cells.join('')}</row>`;
  const texts = Object.values(columns).map((text) => `<si><t>${text}</t></si>`);
  return workbookOf(
    `<worksheet><sheetData><row>${headers.join('')}</row>${line.repeat(MAX_IMPORT_LINES)}</sheetData></worksheet>`,
    { 'xl/sharedStrings.xml': `<sst>${texts.join('')}</sst>` },
  );
}

/**
 * @param text content of every cell.
 * @returns a workbook with the maximum number of import lines and twenty columns, in which every line is invalid.
 */
export function brokenWorkbook(text: string): Buffer {
  const others = Array.from({ length: COLUMNS - HEADER.length }, (_, index) => `Otra ${index}`);
  return workbookOfLines(Object.fromEntries([...HEADER, ...others].map((header) => [header, text])));
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** @returns a workbook of valid lines with the longest values that a preview shows. */
const longestGoodLines = (): Buffer =>
  workbookOfLines({
    Cliente: '€'.repeat(160),
    Destinatario: '€'.repeat(160),
    Dirección: '€'.repeat(240),
    Distrito: '150101',
    Fecha: today(),
  });

const csvOf = (...lines: string[]): Buffer => Buffer.from([HEADER.join(';'), ...lines, ''].join('\r\n'));

/** @returns a CSV file of the allowed size with five thousand valid lines. */
const largestCsv = (): Buffer =>
  csvOf(
    ...Array.from({ length: MAX_IMPORT_LINES }, (_, index) => [
      'Bodega',
      `Ana ${index}`,
      '987654321',
      'a'.repeat(230),
      'b'.repeat(230),
      '150101',
      '',
      '',
      '',
      '1',
      '1',
      '',
      'n'.repeat(480),
    ]).map((cells) => cells.with(6, today()).join(';')),
  );

/** @returns the most expensive valid files: the largest one, and the one with the largest preview. */
export const honestFiles = (): Buffer[] => [largestCsv(), longestGoodLines()];

/** A little less than the limit of an unpacked part of a workbook. */
const PART = 8 * 1024 * 1024 - 1024;
const fill = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / Buffer.byteLength(text)));

/** @returns files of the allowed upload size that are expensive to read, by kind. */
export function expensiveFiles(): Record<string, Buffer> {
  const attributes = Array.from({ length: 64 }, (_, index) => `a${index}=""`).join(' ');
  const left = MAX_IMPORT_BYTES - HEADER.join(';').length - 16;
  return {
    'a ZIP bomb': workbookOf('<a>'.repeat(11_000_000)),
    'nested elements': workbookOf(fill('<a>', PART)),
    'empty elements': workbookOf(`<worksheet>${fill('<a/>', PART)}</worksheet>`),
    'many attributes': workbookOf(`<worksheet>${fill(`<a ${attributes}/>`, PART)}</worksheet>`),
    'many entities': workbookOf(`<worksheet><row><c t="str"><v>${fill('&#97;', PART)}</v></c></row></worksheet>`),
    'shared texts': workbookOf('<worksheet/>', {
      'xl/sharedStrings.xml': `<sst>${fill('<si><t>x</t></si>', PART)}</sst>`,
    }),
    'a workbook of broken lines': brokenWorkbook('€'.repeat(99)),
    'one cell': csvOf('x'.repeat(left)),
    'a quote without an end': csvOf(`"${fill('""', left - 1)}`),
    'many columns': csvOf(';'.repeat(left)),
    'empty lines': csvOf('\n'.repeat(left)),
  };
}
