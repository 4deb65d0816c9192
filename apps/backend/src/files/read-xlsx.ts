import path from 'node:path/posix';
import {
  clipCell,
  FileTooComplex,
  MAX_COLUMNS,
  MAX_PART_BYTES,
  MAX_SHARED_TEXTS,
  MAX_SHEET_CHARACTERS,
} from './file-limits.ts';
import { parseXml } from './parse-xml.ts';
import { ZipReader } from './read-zip.ts';

/** Days between the two date systems of spreadsheets. */
const DAYS_OF_1904 = 1462;

/** Bounded, so that a long reference is cheap to reject: the last cell of a spreadsheet is XFD1048576. */
const REFERENCE = /^([A-Z]{1,3})\d{1,7}$/i;

/** @returns the zero-based column of a reference: 2 for `C12`. -1 if it is invalid. */
function columnOf(reference: string): number {
  const [, letters = ''] = REFERENCE.exec(reference) ?? [];
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** A number as people write it: 45.9 for 45.899999999999999 in the file. */
const plainNumber = (text: string): string => {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? String(Number(value.toPrecision(15))) : text;
};

class Workbook {
  readonly #zip: ZipReader;
  constructor(bytes: Buffer) {
    this.#zip = new ZipReader(bytes);
  }

  part(name: string): string | undefined {
    return this.#zip
      .read(name, MAX_PART_BYTES)
      ?.toString('utf8')
      .replace(/^\ufeff/, '');
  }

  /** The part with the first visible sheet, and whether dates count from 1904. */
  firstSheet(): { part: string; from1904: boolean } | undefined {
    const sheets: Record<string, string>[] = [];
    let from1904 = false;
    parseXml(this.part('xl/workbook.xml') ?? '<workbook/>', {
      open: (name, attributes) => {
        if (name === 'sheet') sheets.push(attributes);
        if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      },
    });
    const shown = sheets.find(({ state }) => state === undefined || state === 'visible');
    if (!shown) return undefined;
    const targets = new Map<string, string>();
    parseXml(this.part('xl/_rels/workbook.xml.rels') ?? '<Relationships/>', {
      open: (name, { Id = '', Target = '' }) => {
        if (name === 'Relationship') targets.set(Id, Target);
      },
    });
    const id = Object.entries(shown).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
    const target = targets.get(id);
    if (target === undefined) return undefined;
    return { part: target.startsWith('/') ? target.slice(1) : path.join('xl', target), from1904 };
  }

  /** Shared strings, which cells refer to by index. Phonetic guides are ignored. */
  sharedTexts(): string[] {
    const part = this.part('xl/sharedStrings.xml');
    const texts: string[] = [];
    if (part === undefined) return texts;
    let collecting = false;
    let phonetic = false;
    parseXml(part, {
      open: (name) => {
        if (name === 'si' && texts.push('') > MAX_SHARED_TEXTS) throw new FileTooComplex();
        if (name === 'rPh') phonetic = true;
        collecting = name === 't' && !phonetic;
      },
      text: (text) => {
        if (collecting) texts.push((texts.pop() ?? '') + text);
      },
      close: (name) => {
        if (name === 'rPh') phonetic = false;
        if (name === 't') collecting = false;
        if (name === 'si') texts.push(clipCell(texts.pop() ?? ''));
      },
    });
    return texts;
  }
}

/**
 * The cells of a workbook's first visible sheet, as text. Dates and times are serial numbers in the 1900 system.
 * Formulas yield their saved value. Long cells are truncated, see `clipCell`.
 * @param maxRows maximum number of rows to read.
 * @throws FileTooComplex beyond the limits of `file-limits.ts`; Error if it is not a workbook.
 */
export function readXlsx(bytes: Buffer, maxRows: number): string[][] {
  const workbook = new Workbook(bytes);
  const sheet = workbook.firstSheet();
  const part = sheet && workbook.part(sheet.part);
  if (!sheet || part === undefined) throw new Error('A workbook without a sheet');
  const texts = workbook.sharedTexts();
  const rows: string[][] = [];
  let characters = 0;
  let cell: { column: number; type: string; text: string } | undefined;
  let collecting = false;
  parseXml(part, {
    open: (name, attributes) => {
      if (name === 'row') {
        // Empty rows are omitted from the file, but counted in row numbers.
        const number = Number(attributes['r'] ?? rows.length + 1);
        while (rows.length < Math.min(number, maxRows + 1)) rows.push([]);
      }
      if (name === 'c') {
        const row = rows.at(-1) ?? [];
        cell = {
          column: attributes['r'] ? columnOf(attributes['r']) : row.length,
          type: attributes['t'] ?? 'n',
          text: '',
        };
      }
      collecting = name === 'v' || name === 't';
    },
    text: (text) => {
      if (collecting && cell) cell.text += text;
    },
    close: (name) => {
      if (name === 'v' || name === 't') collecting = false;
      if (name !== 'c' || !cell) return;
      const { column, type, text } = cell;
      cell = undefined;
      const row = rows.at(-1);
      if (!row || column < 0 || column >= MAX_COLUMNS) return;
      while (row.length < column) row.push('');
      const value = clipCell(valueOf(type, text, texts, sheet.from1904));
      // Cells share strings: a small file can expand to very many characters.
      characters += value.length;
      if (characters > MAX_SHEET_CHARACTERS) throw new FileTooComplex();
      row[column] = value;
    },
    enough: () => rows.length > maxRows,
  });
  return rows.slice(0, maxRows);
}

function valueOf(type: string, text: string, texts: readonly string[], from1904: boolean): string {
  if (type === 's') return texts[Number(text)] ?? '';
  if (type === 'e') return '';
  if (type !== 'n') return text;
  const number = plainNumber(text);
  // In such a workbook a five-digit number is a date; telephone numbers and weights have other lengths.
  return from1904 && /^\d{5}(\.\d+)?$/.test(number) ? String(Number(number) + DAYS_OF_1904) : number;
}
