import path from 'node:path/posix';
import { clipCell, MOST_COLUMNS, MOST_SHEET_CHARACTERS, TooMuchText } from './cell-limits.ts';
import { parseXml } from './parse-xml.ts';
import { ZipReader } from './read-zip.ts';

/** Most bytes of any part of a workbook once unpacked. Five thousand orders take about three million. */
const LARGEST_PART = 32 * 1024 * 1024;

/** Days between the two calendars spreadsheets count by. */
const DAYS_OF_1904 = 1462;

/** `C` of `C12` is the third column, 2. */
function columnOf(reference: string): number {
  let column = 0;
  for (const character of reference.replace(/\d+$/, '')) column = column * 26 + character.charCodeAt(0) - 64;
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

  async part(name: string): Promise<string | undefined> {
    return (await this.#zip.read(name, LARGEST_PART))?.toString('utf8').replace(/^\ufeff/, '');
  }

  /** Where the first sheet that is not hidden lies, and whether days count from 1904. */
  async firstSheet(): Promise<{ part: string; from1904: boolean } | undefined> {
    const sheets: Record<string, string>[] = [];
    let from1904 = false;
    await parseXml((await this.part('xl/workbook.xml')) ?? '<workbook/>', {
      open: (name, attributes) => {
        if (name === 'sheet') sheets.push(attributes);
        if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      },
    });
    const shown = sheets.find(({ state }) => state === undefined || state === 'visible');
    if (!shown) return undefined;
    const targets = new Map<string, string>();
    await parseXml((await this.part('xl/_rels/workbook.xml.rels')) ?? '<Relationships/>', {
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
  async sharedTexts(): Promise<string[]> {
    const part = await this.part('xl/sharedStrings.xml');
    const texts: string[] = [];
    if (part === undefined) return texts;
    let collecting = false;
    let phonetic = false;
    await parseXml(part, {
      open: (name) => {
        if (name === 'si') texts.push('');
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
 * @throws TooMuchText for more text than `MOST_SHEET_CHARACTERS`: cells share texts, so that a small file can stand for
 * very much. Error for what is no workbook.
 */
export async function readXlsx(bytes: Buffer, mostRows: number): Promise<string[][]> {
  const workbook = new Workbook(bytes);
  const sheet = await workbook.firstSheet();
  const part = sheet && (await workbook.part(sheet.part));
  if (!sheet || part === undefined) throw new Error('A workbook without a sheet');
  const texts = await workbook.sharedTexts();
  const rows: string[][] = [];
  let characters = 0;
  let cell: { column: number; type: string; text: string } | undefined;
  let collecting = false;
  await parseXml(part, {
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
      if (!row || column < 0 || column >= MOST_COLUMNS) return;
      while (row.length < column) row.push('');
      const value = clipCell(valueOf(type, text, texts, sheet.from1904));
      characters += value.length;
      if (characters > MOST_SHEET_CHARACTERS) throw new TooMuchText();
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
