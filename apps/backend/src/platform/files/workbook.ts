import path from 'node:path/posix';
import {
  clipCell,
  FileTooComplex,
  MAX_PART_BYTES,
  MAX_SHARED_TEXTS,
  MAX_SHEETS,
  MAX_WORKBOOK_BYTES,
} from './file-limits.ts';
import { builtInFormat, type NumberFormat, parseFormat, PLAIN } from './number-format.ts';
import { parseXml } from './parse-xml.ts';
import { type ZipReader } from './read-zip.ts';
import { decodeEscapes } from './xml-escapes.ts';

interface Relationship {
  type: string;
  part: string;
}

export interface Worksheet {
  name: string;
  hidden: boolean;
  part: string;
}

/** The last segment of a relationship's type; the part before differs between editions of the standard. */
const typeOf = (type: string): string => type.slice(type.lastIndexOf('/') + 1).toLowerCase();

/** @returns the part that a target names, relative to the part that names it. */
function targetOf(target: string, from: string): string {
  const clean = target.replaceAll('\\', '/');
  let name: string;
  try {
    name = decodeURIComponent(clean);
  } catch {
    name = clean;
  }
  return name.startsWith('/') ? name.slice(1) : path.join(path.dirname(from), name);
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** @returns whether a `strike` element crosses out its text. */
export const isCrossed = ({ val }: Record<string, string>): boolean => val === undefined || isTrue(val);

/** Parts of an XLSX file, found by their relationships. Names of parts are case-insensitive. */
export class Workbook {
  readonly #zip: ZipReader;
  readonly #main: string;
  readonly #relationships: Map<string, Relationship>;
  #bytes = 0;
  /** Worksheets in the order of their tabs. Charts have tabs too, but no rows. */
  readonly sheets: Worksheet[] = [];
  /** Whether dates are stored as days from 1904. */
  from1904 = false;
  /** Whether formulas are calculated only when the workbook is opened: some programs save 0 for each of them. */
  isUncalculated = false;

  /** @throws FileTooComplex beyond the limits; Error if it is not a workbook. */
  constructor(zip: ZipReader) {
    this.#zip = zip;
    const document = [...this.#relationshipsOf('').values()].find(({ type }) => type === 'officedocument');
    this.#main = document?.part ?? 'xl/workbook.xml';
    this.#relationships = this.#relationshipsOf(this.#main);
    this.#readMain();
  }

  /** @returns the text of a part; undefined if it is missing. @throws FileTooComplex if it is too large. */
  part(name: string, maxBytes = MAX_PART_BYTES): string | undefined {
    const bytes = this.#zip.read(name, maxBytes);
    if (!bytes) return undefined;
    this.#bytes += bytes.length;
    if (this.#bytes > MAX_WORKBOOK_BYTES) throw new FileTooComplex();
    const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
    return bytes.toString(isWide ? 'utf16le' : 'utf8').replace(/^\ufeff/, '');
  }

  #relationshipsOf(part: string): Map<string, Relationship> {
    const found = new Map<string, Relationship>();
    const text = this.part(path.join(path.dirname(part), '_rels', `${path.basename(part)}.rels`));
    if (text === undefined) return found;
    parseXml(text, {
      open: (name, { Id = '', Type = '', Target = '', TargetMode = '' }) => {
        if (name === 'Relationship' && TargetMode.toLowerCase() !== 'external')
          found.set(Id, { type: typeOf(Type), part: targetOf(Target, part) });
      },
    });
    return found;
  }

  #readMain(): void {
    const main = this.part(this.#main);
    if (main === undefined) throw new Error('No workbook');
    parseXml(main, {
      open: (name, attributes) => {
        if (name === 'workbookPr') this.from1904 ||= isTrue(attributes['date1904']);
        if (name === 'calcPr') this.isUncalculated ||= isTrue(attributes['fullCalcOnLoad']);
        if (name !== 'sheet') return;
        const [, id = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
        const target = this.#relationships.get(id);
        if (!target || !['worksheet', ''].includes(target.type)) return;
        const { name: title = '', state = 'visible' } = attributes;
        this.sheets.push({ name: title, hidden: state !== 'visible', part: target.part });
        if (this.sheets.length > MAX_SHEETS) throw new FileTooComplex();
      },
    });
  }

  /** @returns the part with a relationship of this type, otherwise the file of that name beside the workbook. */
  #partOf(type: string): string | undefined {
    const found = [...this.#relationships.values()].find((each) => each.type === type.toLowerCase());
    return this.part(found?.part ?? path.join(path.dirname(this.#main), `${type}.xml`));
  }

  /**
   * @returns the shared strings, which cells refer to by index, without phonetic guides, and the indexes of those with a
   * part that is crossed out.
   */
  sharedTexts(): { texts: string[]; crossed: ReadonlySet<number> } {
    const part = this.#partOf('sharedStrings');
    const texts: string[] = [];
    const crossed = new Set<number>();
    if (part === undefined) return { texts, crossed };
    let collecting = false;
    let phonetic = false;
    let current = '';
    parseXml(part, {
      open: (name, attributes) => {
        if (name === 'si') current = '';
        if (name === 'strike' && isCrossed(attributes)) crossed.add(texts.length);
        if (name === 'rPh') phonetic = true;
        collecting = name === 't' && !phonetic;
      },
      text: (text) => {
        if (collecting) current += text;
      },
      close: (name) => {
        if (name === 'rPh') phonetic = false;
        if (name === 't') collecting = false;
        if (name === 'si' && texts.push(clipCell(decodeEscapes(current))) > MAX_SHARED_TEXTS)
          throw new FileTooComplex();
      },
    });
    return { texts, crossed };
  }

  /** @returns the number format of each style, by the style's index, and the indexes of those whose text is crossed out. */
  styles(): { formats: NumberFormat[]; crossed: ReadonlySet<string> } {
    const part = this.#partOf('styles');
    if (part === undefined) return { formats: [], crossed: new Set() };
    const custom = new Map<number, NumberFormat>();
    const fonts: boolean[] = [];
    const base: { format: number; font: string | undefined }[] = [];
    const cells: { own: string | undefined; font: string | undefined; base: string | undefined }[] = [];
    let list = '';
    parseXml(part, {
      open: (name, attributes) => {
        if (['fonts', 'cellStyleXfs', 'cellXfs', 'dxfs'].includes(name)) list = name;
        if (list === 'fonts' && name === 'font') fonts.push(false);
        if (list === 'fonts' && name === 'strike') fonts.splice(-1, 1, isCrossed(attributes));
        if (name === 'numFmt' && list === '')
          custom.set(Number(attributes['numFmtId']), parseFormat(attributes['formatCode'] ?? ''));
        if (name !== 'xf') return;
        const { numFmtId, fontId, xfId } = attributes;
        if (list === 'cellStyleXfs') base.push({ format: Number(numFmtId ?? 0), font: fontId });
        if (list === 'cellXfs') cells.push({ own: numFmtId, font: fontId, base: xfId });
      },
      close: (name) => {
        if (name === list) list = '';
      },
    });
    const formats = cells.map((each) => {
      const id = Number(each.own ?? base[Number(each.base)]?.format ?? 0);
      return custom.get(id) ?? builtInFormat(id);
    });
    const crossed = cells.flatMap((each, index) =>
      fonts[Number(each.font ?? base[Number(each.base)]?.font ?? 0)] === true ? [String(index)] : [],
    );
    return { formats, crossed: new Set(crossed) };
  }

  /** @param formats of `styles`. @param style index of the style as text. @returns its format. */
  static formatOf(formats: readonly NumberFormat[], style: string | undefined): NumberFormat {
    return style === undefined ? (formats[0] ?? PLAIN) : (formats[Number(style)] ?? PLAIN);
  }
}
