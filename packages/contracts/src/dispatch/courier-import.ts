import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { DISPATCH, FILE_TIME_MS } from '../policy.ts';
import { fileName } from '../text.ts';
import { courierInput } from './couriers.ts';
import { inOffice } from './fields.ts';
import { CSV_MEDIA_TYPE, TEXT_MEDIA_TYPE, XLSX_MEDIA_TYPE } from './files.ts';
import { importSource, MAX_IMPORT_BYTES } from './imports.ts';

/** Maximum number of couriers in a file: five times the largest fleet. */
export const MAX_COURIER_LINES = 500;

/** Fits as many couriers, each with the longest name of three bytes per character. */
const COURIERS_BODY = 512 * 1024;

/** The columns of a file of couriers, with the headers of the template. Only the name is required. */
export const COURIER_COLUMNS = {
  name: 'Nombre',
  phone: 'Teléfono',
  vehicle: 'Vehículo',
  vehicleCategory: 'Categoría',
  plate: 'Placa',
  from: 'Inicio del turno',
  to: 'Fin del turno',
  capacityOrders: 'Capacidad (órdenes)',
  capacityWeight: 'Capacidad (kg)',
} as const;

export type CourierColumn = keyof typeof COURIER_COLUMNS;

export const COURIER_COLUMN_KEYS = Object.keys(COURIER_COLUMNS) as [CourierColumn, ...CourierColumn[]];

/** A courier of a file, without zones, which are chosen later. */
const importedCourier = z.strictObject({ ...courierInput.shape, zones: z.array(z.string()).check(z.maxLength(0)) });

const previewLine = z.discriminatedUnion('ok', [
  z.object({
    line: z.int(),
    ok: z.literal(true),
    input: importedCourier,
    /** An earlier line, or a courier of the office, with the same name or plate. */
    known: z.nullable(z.string()),
  }),
  z.object({
    line: z.int(),
    ok: z.literal(false),
    name: z.string(),
    errors: z.array(z.object({ column: z.enum(COURIER_COLUMN_KEYS), text: z.string(), reason: z.string() })),
  }),
]);

export type CourierLine = z.infer<typeof previewLine>;

const preview = z.discriminatedUnion('readable', [
  z.object({ readable: z.literal(false), remedy: z.string(), source: z.nullable(importSource) }),
  z.object({
    readable: z.literal(true),
    source: importSource,
    /** Headers that match no column. */
    ignored: z.array(z.string()),
    /** Rows hidden in the sheet, which are not read. */
    hidden: z.int(),
    lines: z.array(previewLine),
  }),
]);

export type CourierPreview = z.infer<typeof preview>;

const importBody = z.strictObject({
  couriers: z.array(importedCourier).check(z.minLength(1), z.maxLength(MAX_COURIER_LINES)),
});

export type CourierImport = z.infer<typeof importBody>;

/** Creates the couriers of a file. The preview stores nothing: the page sends the accepted lines. */
export const courierImportOperations = {
  'couriers.preview': operation('POST', '/api/couriers/import/preview', {
    summary: 'Lee un archivo de repartidores (CSV o XLSX) y dice línea por línea qué se crearía, sin guardar nada',
    policy: { ...DISPATCH, bodyBytes: MAX_IMPORT_BYTES, timeMs: FILE_TIME_MS },
    query: z.strictObject({
      ...inOffice.shape,
      fileName: fileName(200),
      /** Index of the sheet to read. Without it, the first visible one with content. */
      sheet: z.optional(z.string().check(z.regex(/^\d{1,4}$/))),
      /** One of `source.encoding.choices`. */
      encoding: z.optional(z.string().check(z.regex(/^[\w-]{1,40}$/))),
    }),
    upload: [CSV_MEDIA_TYPE, TEXT_MEDIA_TYPE, XLSX_MEDIA_TYPE],
    response: preview,
  }),
  'couriers.import': operation('POST', '/api/couriers/import', {
    summary: 'Crea los repartidores de un archivo, todos o ninguno',
    policy: { ...DISPATCH, repeatable: true, bodyBytes: COURIERS_BODY },
    query: inOffice,
    body: importBody,
    response: z.object({ created: z.int() }),
  }),
};
