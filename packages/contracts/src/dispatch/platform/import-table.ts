import * as z from 'zod/mini';
import { fileName } from '../../text.ts';
import { inOffice } from './fields.ts';
import { CSV_MEDIA_TYPE, TEXT_MEDIA_TYPE, XLSX_MEDIA_TYPE } from './files.ts';
import { codesOf } from './words.ts';

/** Maximum number of lines in an import, without the header. */
export const MAX_IMPORT_LINES = 5000;

/** Maximum size of an import file, in bytes. */
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;

/**
 * Maximum size in bytes of a preview of 5,000 lines with three bytes per character. A valid line takes up to 2.8 KB:
 * client name (repeated in a note), recipient, address and reference. An invalid one takes up to 2.6 KB: recipient,
 * address and five errors with 80 characters each. Row numbers, unknown clients and the file's sheets add 0.2 MB.
 */
export const MAX_PREVIEW_BYTES = 16 * 1024 * 1024;

/** The media types of an import file. */
export const IMPORT_FILE = [CSV_MEDIA_TYPE, TEXT_MEDIA_TYPE, XLSX_MEDIA_TYPE];

export interface ImportColumn {
  /** As in the template. Case, accents and spaces are ignored when a file is read. */
  header: string;
  required: boolean;
  /** The description of the column in the template. */
  hint: string;
  /** Read from files of other programs, but not part of the template. */
  only?: 'read';
  /** Keys of columns one of which replaces a required one. */
  unless?: readonly string[];
}

/** The columns of a kind of file. A file may omit optional columns and may order them freely. */
export type ImportColumns<Key extends string = string> = Readonly<Record<Key, ImportColumn>>;

type Keys<Key extends string> = [Key, ...Key[]];

/** @returns the keys of some columns, in the order of the template. */
export const keysOf = <Key extends string>(columns: ImportColumns<Key>): Keys<Key> => codesOf(columns);

/** @returns the required columns that a file lacks. @param has whether it has a column. */
export const missingColumns = <Key extends string>(columns: ImportColumns<Key>, has: (key: Key) => boolean): Key[] =>
  keysOf(columns).filter((key) => {
    const { required, unless = [] } = columns[key];
    return required && !has(key) && !unless.some((other) => has(other as Key));
  });

/** Rows above the headings that are skipped: titles, dates and merged cells. */
export const MAX_TITLE_ROWS = 20;

/**
 * Which column of a file holds which field: `3:0-client,2-phone` for headings in line 3. With `3:` the columns of that
 * line are remembered or recognised; line 0 means a list without headings.
 */
export const columnMap = z
  .string()
  .check(z.maxLength(800), z.regex(/^(\d|1\d|2[01]):(\d{1,3}-[a-zA-Z]{1,20}(,\d{1,3}-[a-zA-Z]{1,20})*)?$/));

/** The columns of a file, by place from 0, and the line of their headings. */
export interface ColumnChoice<Key extends string = string> {
  line: number;
  columns: readonly (readonly [place: number, key: Key])[];
}

/** @returns the text that `columnMap` accepts. */
export const writeColumnMap = ({ line, columns }: ColumnChoice): string =>
  `${line}:${columns.map(([place, key]) => `${place}-${key}`).join(',')}`;

/**
 * @param map matches `columnMap`. Unknown and repeated fields are ignored.
 * @param keys the fields of this kind of file.
 */
export function readColumnMap<Key extends string>(map: string, keys: readonly Key[]): ColumnChoice<Key> {
  const [line = '', list = ''] = map.split(':');
  const places = new Map<Key, number>();
  for (const each of list.split(',')) {
    const [place = '', text = ''] = each.split('-');
    const key = keys.find((one) => one === text);
    if (key !== undefined && !places.has(key)) places.set(key, Number(place));
  }
  return { line: Number(line), columns: [...places].map(([key, place]) => [place, key]) };
}

/** Describes the file. The file itself is the request body. */
export const fileQuery = {
  ...inOffice.shape,
  fileName: fileName(200),
  /** As written by `writeColumnMap`. Without it, columns are recognised by their headings. */
  columns: z.optional(columnMap),
  /** Index of the sheet to read. Without it, the first visible one with content. */
  sheet: z.optional(z.string().check(z.regex(/^\d{1,4}$/))),
  /** One of `source.encoding.choices`. */
  encoding: z.optional(z.string().check(z.regex(/^[\w-]{1,40}$/))),
};

/** Describes a file of clients, couriers or people. */
export const tableQuery = z.strictObject({
  ...fileQuery,
  /**
   * Cells whose `suggestion` was accepted, as line and column: `12-district,40-zones`, once for each suggestion in
   * turn. It is also taken for later lines with the same text and suggestion in that column.
   */
  accepted: z.optional(
    z.string().check(z.maxLength(800), z.regex(/^\d{1,7}-[a-zA-Z]{1,20}(,\d{1,7}-[a-zA-Z]{1,20})*$/)),
  ),
});

/** The parts of a request for the template of a file. */
export const importTemplate = {
  query: inOffice,
  response: { stream: XLSX_MEDIA_TYPE, file: [XLSX_MEDIA_TYPE] as string[] },
};

/** Maximum number of sheets listed. */
export const MAX_LISTED_SHEETS = 50;

/** The sheets and encodings of a file, and which of them was read. */
export const importSource = z.object({
  /** Index of the sheet that was read. */
  sheet: z.int(),
  /** Sheets with content, and the one that was read. Empty for a text file. */
  sheets: z.array(z.object({ place: z.int(), name: z.string(), rows: z.int(), hidden: z.boolean() })),
  /** How a text file was decoded; null for a workbook. Choices, if any, are for the person; the used one is first. */
  encoding: z.nullable(
    z.object({ used: z.string(), choices: z.array(z.object({ encoding: z.string(), sample: z.string() })) }),
  ),
  /** Present if columns with content are hidden in the sheet: their headings, and whether they were read. */
  hiddenColumns: z.optional(z.object({ names: z.array(z.string()), read: z.boolean() })),
});

export type ImportSource = z.infer<typeof importSource>;

/** How a file is read, for the person to change. */
export const tableLayout = <Key extends string>(keys: Keys<Key>) =>
  z.object({
    /** Line of the headings, as spreadsheets count; 0 without headings. */
    line: z.int(),
    columns: z.array(
      z.object({
        place: z.int(),
        heading: z.string(),
        /** The first different values. */
        samples: z.array(z.string()),
        key: z.nullable(z.enum(keys)),
      }),
    ),
    /** The first rows that are not blank and not the last one: the line of the headings is chosen from them. */
    rows: z.array(z.object({ line: z.int(), text: z.string() })),
  });

export type TableLayout<Key extends string = string> = z.infer<ReturnType<typeof tableLayout<Key>>>;

/** Maximum number of errors reported per line. */
export const MAX_LINE_ERRORS = 5;

/** Maximum length of a value quoted in an error, in characters. */
export const MAX_QUOTED_LENGTH = 80;

/** What prevents one line from being imported. */
export const cellError = <Key extends string>(keys: Keys<Key>) =>
  z.object({
    /** Null for an error of the whole row. */
    column: z.nullable(z.enum(keys)),
    /** The cell's text, cut at 80 characters; empty for an empty cell. */
    value: z.string(),
    reason: z.string(),
    /** How to fix it. */
    remedy: z.string(),
    /** A valid text that was probably intended. */
    suggestion: z.nullable(z.string()),
  });

export type CellError<Key extends string = string> = z.infer<ReturnType<typeof cellError<Key>>>;

/** A line with an error. `line`: its first row, as spreadsheets count. */
export const brokenLine = <Key extends string>(keys: Keys<Key>) =>
  z.object({ line: z.int(), ok: z.literal(false), name: z.string(), errors: z.array(cellError(keys)) });

export type BrokenLine<Key extends string = string> = z.infer<ReturnType<typeof brokenLine<Key>>>;

/** What importing a table would do, line by line. */
export const tablePreview = <Key extends string, Line extends z.ZodMiniType>(keys: Keys<Key>, line: Line) =>
  z.discriminatedUnion('readable', [
    z.object({
      readable: z.literal(false),
      why: z.string(),
      /** How to fix it. */
      remedy: z.string(),
      /** The columns to choose from, if that would make the file readable. */
      layout: z.nullable(tableLayout(keys)),
      /** The sheets and encodings to choose from, if the file could be opened. */
      source: z.nullable(importSource),
    }),
    z.object({
      readable: z.literal(true),
      /** Id of the stored preview, for the import; null if the page sends the accepted lines instead. */
      id: z.nullable(z.string()),
      layout: tableLayout(keys),
      source: importSource,
      /** Headers that match no column. */
      ignored: z.array(z.string()),
      /** Number of rows hidden or crossed out in the sheet, which are not read. */
      hidden: z.int(),
      lines: z.array(line),
    }),
  ]);

export type TablePreview<Key extends string, Line> = z.infer<
  ReturnType<typeof tablePreview<Key, z.ZodMiniType<Line, Line>>>
>;
