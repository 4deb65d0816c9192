import * as z from 'zod/mini';

interface ImportColumn {
  /** As in the template. Case, accents and spaces are ignored when a file is read. */
  header: string;
  required: boolean;
  /** What the column holds, as the template explains it. */
  hint: string;
}

/** The columns of an import. A file may omit optional columns and may order them freely. */
export const IMPORT_COLUMNS = {
  client: { header: 'Cliente', required: true, hint: 'Código, RUC o nombre del remitente' },
  clientReference: { header: 'Referencia del cliente', required: false, hint: 'Única para cada cliente' },
  recipient: { header: 'Destinatario', required: true, hint: 'Nombre de quien recibe' },
  phone: { header: 'Teléfono', required: false, hint: '987 654 321' },
  address: { header: 'Dirección', required: true, hint: 'Calle y número' },
  reference: { header: 'Referencia', required: false, hint: 'Frente al parque, portón verde' },
  district: { header: 'Distrito', required: true, hint: 'Nombre o UBIGEO' },
  lat: { header: 'Latitud', required: false, hint: 'Con su longitud: -12.0931' },
  lng: { header: 'Longitud', required: false, hint: 'Con su latitud: -77.0465' },
  date: { header: 'Fecha', required: true, hint: 'Día de la entrega: 24/11/2026' },
  windowFrom: { header: 'Desde', required: false, hint: 'Con su fin: 09:00' },
  windowTo: { header: 'Hasta', required: false, hint: 'Con su inicio: 13:00' },
  packages: { header: 'Bultos', required: false, hint: 'Vacío: 1' },
  weight: { header: 'Peso (kg)', required: false, hint: '2,5' },
  guide: { header: 'Guía de remisión', required: false, hint: 'T001-00012345' },
  collectDue: { header: 'Cobro (S/)', required: false, hint: 'Monto contra entrega: 45,90' },
  note: { header: 'Nota', required: false, hint: 'Lo que el repartidor debe saber' },
  priority: { header: 'Prioridad', required: false, hint: 'Normal o Alta' },
} as const satisfies Record<string, ImportColumn>;

export type ImportColumnKey = keyof typeof IMPORT_COLUMNS;

export const IMPORT_COLUMN_KEYS = Object.keys(IMPORT_COLUMNS) as [ImportColumnKey, ...ImportColumnKey[]];

/** Maximum number of errors reported per line. */
export const MAX_LINE_ERRORS = 5;

/** Maximum length of a value quoted in an error, in characters. */
export const MAX_QUOTED_LENGTH = 80;

const lineError = z.object({
  column: z.enum(IMPORT_COLUMN_KEYS),
  /** The cell's text, cut at 80 characters; empty for an empty cell. */
  value: z.string(),
  reason: z.string(),
  /** How to fix it. */
  remedy: z.string(),
});

export type LineError = z.infer<typeof lineError>;

/** The result for one line. `line` counts as spreadsheets do: line 1 is the header. */
export const orderPreview = z.discriminatedUnion('ok', [
  z.object({
    line: z.int(),
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
  z.object({ line: z.int(), ok: z.literal(false), errors: z.array(lineError) }),
]);

export type OrderPreview = z.infer<typeof orderPreview>;
