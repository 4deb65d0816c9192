import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { DISPATCH, FILE_TIME_MS, LIST_ANSWER } from '../../policy.ts';
import { courierDocumentList } from './courier-records.ts';
import { courierInput } from './couriers.ts';
import { inOffice } from '../platform/fields.ts';
import {
  brokenLine,
  IMPORT_FILE,
  type ImportColumn,
  keysOf,
  MAX_IMPORT_BYTES,
  tablePreview,
  tableQuery,
} from '../platform/import-table.ts';

/** Maximum number of couriers in a file: five times the largest fleet. */
export const MAX_COURIER_LINES = 500;

/** Fits as many couriers, each with the longest name of three bytes per character. */
const COURIERS_BODY = 512 * 1024;

/** The documents whose last valid day a file may contain. «Otro» has no column, because its heading could be anything. */
export const IMPORTED_DOCUMENTS = ['licencia', 'soat', 'revision', 'propiedad', 'sctr', 'permiso'] as const;

const lastDay = { required: false, hint: 'Último día: 24/11/2027' } as const;

/** The columns of a file of couriers. Those of documents are read for people who may see documents. */
export const COURIER_COLUMNS = {
  name: { header: 'Nombre', required: true, hint: 'Nombre y apellidos' },
  phone: { header: 'Teléfono', required: false, hint: '987 654 321' },
  vehicle: { header: 'Vehículo', required: false, hint: 'Moto, Auto, Furgoneta…' },
  vehicleCategory: { header: 'Categoría', required: false, hint: 'L3, M1, N1…' },
  plate: { header: 'Placa', required: false, hint: 'ABC-123' },
  from: { header: 'Inicio del turno', required: false, hint: '08:00' },
  to: { header: 'Fin del turno', required: false, hint: '18:00' },
  shift: { header: 'Turno', required: false, hint: 'En vez de inicio y fin: 08:00 - 17:00', only: 'read' },
  capacityOrders: { header: 'Capacidad (órdenes)', required: false, hint: '30' },
  capacityWeight: { header: 'Capacidad (kg)', required: false, hint: '60' },
  zones: { header: 'Zonas', required: false, hint: 'Zonas o distritos: Norte, Breña' },
  licencia: { header: 'Vence la licencia', ...lastDay },
  soat: { header: 'Vence el SOAT', ...lastDay },
  revision: { header: 'Vence la revisión técnica', ...lastDay },
  propiedad: { header: 'Vence la tarjeta de propiedad', ...lastDay },
  sctr: { header: 'Vence el SCTR', ...lastDay },
  permiso: { header: 'Vence el permiso', ...lastDay },
} as const satisfies Record<string, ImportColumn>;

export type CourierColumn = keyof typeof COURIER_COLUMNS;

export const COURIER_COLUMN_KEYS = keysOf<CourierColumn>(COURIER_COLUMNS);

/** A courier of a file: districts and zones by name, and the documents with their last valid day. */
const importedCourier = z.strictObject({
  ...courierInput.shape,
  documents: z.optional(courierDocumentList),
});

export type ImportedCourier = z.infer<typeof importedCourier>;

const courierLine = z.discriminatedUnion('ok', [
  z.object({
    line: z.int(),
    ok: z.literal(true),
    input: importedCourier,
    /** Names of the zones and districts. */
    zoneNames: z.array(z.string()),
    /** An earlier line, or a courier of the office, with the same name or plate. */
    known: z.nullable(z.string()),
  }),
  brokenLine(COURIER_COLUMN_KEYS),
]);

export type CourierLine = z.infer<typeof courierLine>;

const preview = tablePreview(COURIER_COLUMN_KEYS, courierLine);

export type CourierPreview = z.infer<typeof preview>;

const importBody = z.strictObject({
  couriers: z.array(importedCourier).check(z.minLength(1), z.maxLength(MAX_COURIER_LINES)),
});

export type CourierImport = z.infer<typeof importBody>;

/** Creates the couriers of a file. The preview stores nothing: the page sends the accepted lines. */
export const courierImportOperations = {
  'couriers.preview': operation('POST', '/api/couriers/import/preview', {
    summary: 'Lee un archivo de repartidores (CSV o XLSX) y dice fila por fila qué se crearía, sin guardar nada',
    policy: { ...DISPATCH, bodyBytes: MAX_IMPORT_BYTES, answerBytes: LIST_ANSWER, timeMs: FILE_TIME_MS },
    query: tableQuery,
    upload: IMPORT_FILE,
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
