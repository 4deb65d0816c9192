import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { BULK_BODY, DISPATCH, EXPORT_TIME_MS, FILE_TIME_MS } from '../../policy.ts';
import { line, searchText } from '../../text.ts';
import { actor, day, rowId, rowInOffice } from '../platform/fields.ts';
import { CSV_MEDIA_TYPE } from '../platform/files.ts';
import { importAccounting } from './import-accounting.ts';
import { IMPORT_COLUMN_KEYS, importLayout, orderPreview } from './import-lines.ts';
import { orderRefs } from './receipts.ts';
import {
  fileQuery,
  IMPORT_FILE,
  importSource,
  importTemplate,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_LINES,
  MAX_PREVIEW_BYTES,
} from '../platform/import-table.ts';
import { codesOf } from '../platform/words.ts';

/**
 * Maximum size in bytes of the lines that are not imported. A sheet has at most ten million characters of three bytes
 * each, or two for a doubled quote; add five errors per line, and an apostrophe and a separator per cell.
 */
const MAX_BROKEN_LINES_BYTES = 48 * 1024 * 1024;

/** How long a preview can be imported, in hours. */
export const IMPORT_HOURS = 24;

/** As in `fileQuery`; without `columns`, remembered columns come before recognised ones. */
const previewQuery = z.strictObject({
  ...fileQuery,
  /** Client of lines without one. */
  client: z.optional(line(160)),
  /** Date of lines without one. */
  date: z.optional(day),
  /** Reads hidden and filtered rows like any other. */
  hidden: z.optional(z.literal('include')),
  /** Reads rows with crossed-out cells like any other. */
  crossed: z.optional(z.literal('include')),
  /** Does not read hidden columns. */
  hiddenColumns: z.optional(z.literal('skip')),
});

/** Reasons why a file cannot be read at all, with their Spanish messages. */
export const UNREADABLE = {
  empty: 'El archivo no tiene órdenes',
  format: 'El archivo no es CSV ni Excel (.xlsx)',
  columns: 'Faltan columnas obligatorias',
  repeated_columns: 'Hay columnas repetidas',
  lines: `El archivo tiene más de ${String(MAX_IMPORT_LINES)} órdenes`,
} as const;

export type UnreadableWhy = keyof typeof UNREADABLE;

/**
 * A valid line that resembles an order: same client, recipient, address, date and amount, and no reference or guide
 * that distinguishes them. Left out of the import unless the person includes it.
 */
const doubtfulLine = z.discriminatedUnion('as', [
  /** An order of the office. `movedTo` is its date, if it was moved from the date of the line. */
  z.object({
    line: z.int(),
    as: z.literal('order'),
    id: rowId,
    code: z.string(),
    movedTo: z.optional(z.string()),
  }),
  /** An earlier line of the same file. */
  z.object({ line: z.int(), as: z.literal('line'), first: z.int() }),
]);

export type DoubtfulLine = z.infer<typeof doubtfulLine>;

/** Maximum number of unknown clients listed, to be answered one by one. */
export const MAX_ASKED_CLIENTS = 50;

/**
 * Texts of valid lines that match no client of the company, each with its number of lines; empty if the company has no
 * clients. `imports.clients` must answer all of them before the import.
 */
const unknownClients = z.object({
  /** The first 50, in file order. */
  asked: z.array(z.object({ text: z.string(), lines: z.int() })),
  /** Number of further texts. */
  more: z.int(),
});

export type UnknownClients = z.infer<typeof unknownClients>;

/** What an import would do. Only the preview itself has been stored. */
const importPreview = z.discriminatedUnion('readable', [
  z.object({
    readable: z.literal(false),
    why: z.enum(codesOf(UNREADABLE)),
    /** The headers concerned, if any. */
    columns: z.array(z.string()),
    /** How to fix it. */
    remedy: z.string(),
    /** The columns to choose from, if that would make the file readable. */
    layout: z.nullable(importLayout),
    /** The sheets and encodings to choose from, if the file could be opened. */
    source: z.nullable(importSource),
  }),
  z.object({
    readable: z.literal(true),
    id: z.string(),
    fileName: z.string(),
    lines: z.int(),
    /** Valid lines, including doubtful ones. */
    good: z.int(),
    broken: z.int(),
    doubtful: z.array(doubtfulLine),
    unknownClients,
    /** The outcome of every row, if doubtful lines are left out. */
    accounting: importAccounting,
    source: importSource,
    /** Hidden and filtered rows with content, and whether they were read. */
    hidden: z.object({ rows: z.array(z.int()), included: z.boolean() }),
    /** Present if rows have crossed-out cells, and whether they were read. */
    crossed: z.optional(z.object({ rows: z.array(z.int()), included: z.boolean() })),
    /** Rows that were recognised as totals. */
    totals: z.array(z.int()),
    /** Set if the same file was imported before: when, by whom, and how many orders it created. */
    imported: z.nullable(z.object({ at: z.iso.datetime(), by: actor, orders: z.int() })),
    /** Headers that match no column. */
    ignored: z.array(z.string()),
    layout: importLayout,
    rows: z.array(orderPreview),
    expiresAt: z.iso.datetime(),
  }),
]);

export type ImportPreview = z.infer<typeof importPreview>;

const lineNumbers = z.array(z.int().check(z.minimum(1))).check(z.maxLength(MAX_IMPORT_LINES));

/**
 * `orders` is the number of orders the person expects, with the doubtful lines of `include` and without the lines of
 * `takeOut`. If it has changed since, nothing is imported (409).
 */
const commitBody = z.strictObject({
  orders: z.int().check(z.minimum(1), z.maximum(MAX_IMPORT_LINES)),
  include: z.optional(lineNumbers),
  takeOut: z.optional(lineNumbers),
});

/** A new text for one column of invalid lines. */
const fixBody = z.strictObject({
  column: z.enum(IMPORT_COLUMN_KEYS),
  value: searchText(1000),
  lines: lineNumbers.check(z.minLength(1)),
});

export type FixBody = z.infer<typeof fixBody>;

/** Answers about unknown clients. */
const clientsBody = z.strictObject({
  clients: z
    .array(
      z.strictObject({
        text: line(160),
        /** Name, code or RUC of a client; null keeps the text. */
        client: z.nullable(line(160)),
      }),
    )
    .check(z.maxLength(MAX_ASKED_CLIENTS)),
  /** Whether all other unknown texts of the file are kept. */
  keepOthers: z.boolean(),
});

export type ClientsBody = z.infer<typeof clientsBody>;

/** What changed in a preview. */
const fixedLines = z.object({
  /** The lines that were validated again. */
  rows: z.array(orderPreview),
  good: z.int(),
  broken: z.int(),
  /** All doubtful lines of the preview. */
  doubtful: z.array(doubtfulLine),
  unknownClients,
});

export type FixedLines = z.infer<typeof fixedLines>;

const importReceipt = z.object({
  batch: z.string(),
  at: z.iso.datetime(),
  orders: z.int(),
  accounting: importAccounting,
  /** Lines that were not imported, by reason. They can be downloaded by `imports.broken`. */
  notImported: z.object({
    errors: z.array(z.int()),
    repeated: z.array(z.int()),
    takenOut: z.array(z.int()),
    hidden: z.array(z.int()),
  }),
  /** Other sheets with content, which were not read. */
  otherSheets: z.array(z.object({ name: z.string(), rows: z.int() })),
  /** First and last code created. Codes in between belong to the same import. */
  firstCode: z.string(),
  lastCode: z.string(),
  /** Orders assigned to the couriers that the file names. */
  assigned: z.optional(z.int()),
  /** Orders of couriers whose day is confirmed: they stay unassigned, and can be assigned for tomorrow. */
  closed: z.optional(z.array(z.object({ courier: z.object({ id: rowId, name: z.string() }), orders: orderRefs }))),
});

export type ImportReceipt = z.infer<typeof importReceipt>;

/** Imports orders from a file: preview first, then import all valid lines or none. */
export const importOperations = {
  'imports.preview': operation('POST', '/api/imports', {
    summary: 'Lee un archivo de órdenes (CSV o XLSX) y dice línea por línea qué se importaría, sin escribir órdenes',
    policy: { ...DISPATCH, bodyBytes: MAX_IMPORT_BYTES, answerBytes: MAX_PREVIEW_BYTES, timeMs: FILE_TIME_MS },
    query: previewQuery,
    upload: IMPORT_FILE,
    response: importPreview,
  }),
  'imports.commit': operation('POST', '/api/imports/:id/commit', {
    summary: 'Importa las líneas correctas de una vista previa, todas o ninguna; las dudosas, solo si se piden',
    policy: { ...DISPATCH, repeatable: true, bodyBytes: BULK_BODY, timeMs: FILE_TIME_MS },
    ...rowInOffice,
    body: commitBody,
    response: importReceipt,
  }),
  'imports.fix': operation('POST', '/api/imports/:id/lines', {
    summary: 'Corrige una columna de líneas con errores de una vista previa, y las valida otra vez',
    policy: { ...DISPATCH, bodyBytes: BULK_BODY, answerBytes: MAX_PREVIEW_BYTES, timeMs: FILE_TIME_MS },
    ...rowInOffice,
    body: fixBody,
    response: fixedLines,
  }),
  'imports.clients': operation('POST', '/api/imports/:id/clients', {
    summary: 'Responde qué clientes son los que no están en la lista, para todas las líneas de una vista previa',
    policy: { ...DISPATCH, bodyBytes: BULK_BODY, answerBytes: MAX_PREVIEW_BYTES, timeMs: FILE_TIME_MS },
    ...rowInOffice,
    body: clientsBody,
    response: fixedLines,
  }),
  'imports.broken': operation('GET', '/api/imports/:id/broken', {
    summary: 'Descarga las líneas con errores, o después de importar todas las que no se importaron, con el motivo',
    policy: { ...DISPATCH, answerBytes: MAX_BROKEN_LINES_BYTES, timeMs: EXPORT_TIME_MS },
    ...rowInOffice,
    response: { stream: CSV_MEDIA_TYPE, file: [CSV_MEDIA_TYPE] },
  }),
  'imports.template': operation('GET', '/api/imports/template', {
    summary: 'Descarga la plantilla de importación, en Excel',
    policy: { ...DISPATCH, timeMs: FILE_TIME_MS },
    ...importTemplate,
  }),
};
