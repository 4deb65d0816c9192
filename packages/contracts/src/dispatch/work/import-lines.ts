import * as z from 'zod/mini';
import { cellError, type CellError, type ImportColumn, keysOf, tableLayout } from '../platform/import-table.ts';

/** The columns of a file of orders. */
export const IMPORT_COLUMNS = {
  client: { header: 'Cliente', required: true, hint: 'Código, RUC o nombre del remitente' },
  clientReference: { header: 'Referencia del cliente', required: false, hint: 'Única para cada cliente' },
  recipient: { header: 'Destinatario', required: true, hint: 'Nombre de quien recibe' },
  lastName: { header: 'Apellidos', required: false, hint: 'Siguen al nombre', only: 'read' },
  secondLastName: { header: 'Apellido materno', required: false, hint: 'Sigue al paterno', only: 'read' },
  phone: { header: 'Teléfono', required: false, hint: '987 654 321' },
  address: { header: 'Dirección', required: true, hint: 'Calle y número' },
  reference: { header: 'Referencia', required: false, hint: 'Frente al parque, portón verde' },
  district: { header: 'Distrito', required: false, hint: 'Nombre o UBIGEO; si lo deja vacío: de la dirección' },
  ubigeo: { header: 'UBIGEO', required: false, hint: 'En vez del distrito', only: 'read' },
  city: { header: 'Ciudad o provincia', required: false, hint: 'Ayuda a hallar el distrito', only: 'read' },
  department: { header: 'Departamento', required: false, hint: 'Ayuda a hallar el distrito', only: 'read' },
  lat: { header: 'Latitud', required: false, hint: 'Con su longitud: -12.0931' },
  lng: { header: 'Longitud', required: false, hint: 'Con su latitud: -77.0465' },
  coordinates: { header: 'Coordenadas', required: false, hint: 'Las dos: -12.0931, -77.0465', only: 'read' },
  accuracy: { header: 'Ubicación', required: false, hint: 'De una exportación', only: 'read' },
  date: { header: 'Fecha', required: true, hint: 'Día de la entrega: 24/11/2026' },
  window: { header: 'Horario', required: false, hint: 'En vez de desde y hasta: 09:00 - 13:00', only: 'read' },
  windowFrom: { header: 'Desde', required: false, hint: 'Con su fin: 09:00' },
  windowTo: { header: 'Hasta', required: false, hint: 'Con su inicio: 13:00' },
  packages: { header: 'Bultos', required: false, hint: 'Si lo deja vacío: 1' },
  weight: { header: 'Peso (kg)', required: false, hint: '2.5' },
  guide: { header: 'Guía de remisión', required: false, hint: 'T001-00012345' },
  item: { header: 'Producto', required: false, hint: 'Las líneas de una guía se unen' },
  itemCode: { header: 'Código de producto', required: false, hint: 'Si falta el nombre', only: 'read' },
  collectDue: { header: 'Cobro (S/)', required: false, hint: 'Monto contra entrega: 45.90' },
  courier: { header: 'Repartidor', required: false, hint: 'Nombre o placa; si lo deja vacío: sin asignar' },
  plate: { header: 'Placa', required: false, hint: 'Del vehículo del repartidor', only: 'read' },
  route: { header: 'Ruta', required: false, hint: 'Si lleva el nombre de un repartidor', only: 'read' },
  stop: { header: 'Parada', required: false, hint: 'Orden de visita: 1, 2, 3' },
  note: { header: 'Nota', required: false, hint: 'Lo que el repartidor debe saber' },
  title: { header: 'Título', required: false, hint: 'Va a la nota, o es el destinatario', only: 'read' },
  priority: { header: 'Prioridad', required: false, hint: 'Normal o Alta' },
  code: { header: 'Código del sistema', required: false, hint: 'De una exportación', only: 'read' },
} as const satisfies Record<string, ImportColumn>;

export type ImportColumnKey = keyof typeof IMPORT_COLUMNS;

export const IMPORT_COLUMN_KEYS = keysOf<ImportColumnKey>(IMPORT_COLUMNS);

export type LineError = CellError<ImportColumnKey>;

const numbered = {
  /** First row, as spreadsheets count. */
  line: z.int(),
  /** Number of rows. */
  rows: z.int(),
};

/** The result for one line: an order, or what prevents it. */
export const orderPreview = z.discriminatedUnion('ok', [
  z.object({
    ...numbered,
    ok: z.literal(true),
    client: z.string(),
    clientReference: z.nullable(z.string()),
    recipient: z.string(),
    address: z.string(),
    ubigeo: z.string(),
    date: z.string(),
    window: z.nullable(z.object({ from: z.string(), to: z.string() })),
    collectDue: z.nullable(z.int()),
    /** Remarks that do not prevent the import. */
    notes: z.array(z.string()),
  }),
  z.object({
    ...numbered,
    ok: z.literal(false),
    /** Recipient and address as written in the file, cut at 80 characters; empty if missing. */
    recipient: z.string(),
    address: z.string(),
    errors: z.array(cellError(IMPORT_COLUMN_KEYS)),
  }),
]);

export type OrderPreview = z.infer<typeof orderPreview>;

/** How a file is read: its columns, and the client of lines without one. */
export const importLayout = z.extend(tableLayout(IMPORT_COLUMN_KEYS), {
  client: z.nullable(z.string()),
  /** The date of lines without one. Chosen for this file, never remembered. */
  date: z.nullable(z.string()),
  /** A date found in a title above the headings or in the file's name, to be proposed. */
  foundDate: z.nullable(z.string()),
  /** The office imported a file with these headings before. */
  remembered: z.boolean(),
});

export type ImportLayout = z.infer<typeof importLayout>;
