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

/** Days between the two calendars spreadsheets count by. */
const DAYS_OF_1904 = 1462;

/** Bounded, so that a long reference costs nothing: the last cell a spreadsheet has is XFD1048576. */
const REFERENCE = /^([A-Z]{1,3})\d{1,7}$/i;

/** @returns the column of a reference, counted from 0: 2 for `C12`. -1 for what is no reference. */
function columnOf(reference: string): number {
  const [, letters = ''] = REFERENCE.exec(reference) ?? [];
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** A number as a person would write it: 45.9, where the file says 45.899999999999999. */
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

  /** Where the first sheet that is not hidden lies, and whether days count from 1904. */
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

  /** Texts that cells refer to by number. Phonetic guides beside them are left out. */
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
 * The cells of a workbook's first sheet that is shown, as text. Numbers stand as numbers, so that days and times are
 * those of the spreadsheet's own counting (from 1900). Formulas stand for the value they had when the file was saved.
 * Long cells come cut, see `clipCell`.
 * @param mostRows reading stops after so many rows.
 * @throws FileTooComplex beyond the limits of `file-limits.ts`; Error for what is no workbook.
 */
export function readXlsx(bytes: Buffer, mostRows: number): string[][] {
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
        // Rows nobody has written in are left out of the file; their places count.
        const number = Number(attributes['r'] ?? rows.length + 1);
        while (rows.length < Math.min(number, mostRows + 1)) rows.push([]);
      }
      if (name === 'c') {
        const row = rows.at(-1) ?? [];
        cell = { column: attributes['r'] ? columnOf(attributes['r']) : row.length, type: attributes['t'] ?? 'n', text: '' }; // prettier-ignore
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
      // Cells share texts: a small file can stand for very many characters.
      characters += value.length;
      if (characters > MAX_SHEET_CHARACTERS) throw new FileTooComplex();
      row[column] = value;
    },
    enough: () => rows.length > mostRows,
  });
  return rows.slice(0, mostRows);
}

function valueOf(type: string, text: string, texts: readonly string[], from1904: boolean): string {
  if (type === 's') return texts[Number(text)] ?? '';
  if (type === 'e') return '';
  if (type !== 'n') return text;
  const number = plainNumber(text);
  // A whole number of this size in such a workbook is a day; a telephone number or a weight is not.
  return from1904 && /^\d{5}(\.\d+)?$/.test(number) ? String(Number(number) + DAYS_OF_1904) : number;
}
