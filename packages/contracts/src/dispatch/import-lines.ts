import * as z from 'zod/mini';

interface ImportColumn {
  /** As the template writes it. Case, accents and blanks do not matter in a file. */
  header: string;
  required: boolean;
  /** What belongs into it, as the template explains it. */
  hint: string;
}

/** The columns of an import. A file may leave out those that are not required, and have them in any order. */
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

/** Most errors told of one line: whoever mends these finds the rest. */
export const MOST_LINE_ERRORS = 5;

/** Longest value told back in an error, in characters. */
export const LONGEST_TOLD_VALUE = 80;

const lineError = z.object({
  column: z.enum(IMPORT_COLUMN_KEYS),
  /** What stands there, cut at 80 characters; empty where nothing does. */
  value: z.string(),
  reason: z.string(),
  /** What to do. */
  remedy: z.string(),
});

export type LineError = z.infer<typeof lineError>;

/** What becomes of one line. `line` counts as a spreadsheet does: 1 names the columns. */
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
    /** What does not prevent the import and should be known. */
    notes: z.array(z.string()),
  }),
  z.object({ line: z.int(), ok: z.literal(false), errors: z.array(lineError) }),
]);

export type OrderPreview = z.infer<typeof orderPreview>;
