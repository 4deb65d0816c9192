import { IMPORT_COLUMN_KEYS, IMPORT_COLUMNS, type ImportColumnKey } from '@despacho/contracts/dispatch';
import { fold } from '../fold.ts';

/** Other names of a column, normalized, for files not based on the template. */
const OTHER_WORDS: Partial<Record<ImportColumnKey, readonly string[]>> = {
  client: ['remitente', 'codigo cliente', 'codigo de cliente', 'ruc cliente', 'empresa'],
  clientReference: ['referencia cliente', 'pedido', 'nro pedido', 'numero de pedido', 'orden cliente', 'codigo pedido'],
  recipient: ['nombre', 'destinatario nombre', 'nombre destinatario', 'nombre del destinatario', 'consignatario'],
  phone: ['telefono destinatario', 'celular', 'telefono del destinatario', 'movil', 'fono'],
  address: ['direccion de entrega', 'direccion entrega', 'domicilio'],
  reference: ['referencia direccion', 'referencia de la direccion', 'referencias'],
  district: ['ubigeo', 'distrito de entrega'],
  lat: ['lat'],
  lng: ['lng', 'lon', 'long'],
  date: ['fecha de entrega', 'fecha entrega', 'dia'],
  windowFrom: ['hora desde', 'desde hora', 'hora inicio', 'inicio'],
  windowTo: ['hora hasta', 'hasta hora', 'hora fin', 'fin'],
  packages: ['paquetes', 'cantidad', 'cajas'],
  weight: ['peso', 'peso kg', 'kg', 'kilos'],
  guide: ['guia', 'guia remision', 'nro guia'],
  collectDue: ['cobro', 'monto', 'monto a cobrar', 'contra entrega', 'cobro s/'],
  note: ['notas', 'observacion', 'observaciones', 'comentario', 'comentarios'],
};

/** Headers without case, accents, punctuation and decoration. */
const plain = (header: string): string =>
  fold(header)
    .replace(/[*:.()_]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const KEY_OF: ReadonlyMap<string, ImportColumnKey> = new Map(
  IMPORT_COLUMN_KEYS.flatMap((key) =>
    [IMPORT_COLUMNS[key].header, ...(OTHER_WORDS[key] ?? [])].map((word) => [plain(word), key] as const),
  ),
);

/** The position of each column in a line. */
export interface Header {
  places: ReadonlyMap<ImportColumnKey, number>;
  /** Unknown headers, as written. */
  ignored: string[];
  /** Duplicate columns and missing required ones, by their names in the template. */
  repeated: string[];
  missing: string[];
}

/** @param cells the first row of a file. */
export function readHeader(cells: readonly string[]): Header {
  const places = new Map<ImportColumnKey, number>();
  const ignored: string[] = [];
  const repeated = new Set<string>();
  cells.forEach((cell, place) => {
    const key = KEY_OF.get(plain(cell));
    if (key === undefined) {
      if (cell.trim() !== '') ignored.push(cell.trim().slice(0, 60).toWellFormed());
    } else if (places.has(key)) repeated.add(IMPORT_COLUMNS[key].header);
    else places.set(key, place);
  });
  const missing = IMPORT_COLUMN_KEYS.filter((key) => IMPORT_COLUMNS[key].required && !places.has(key));
  return { places, ignored, repeated: [...repeated], missing: missing.map((key) => IMPORT_COLUMNS[key].header) };
}
