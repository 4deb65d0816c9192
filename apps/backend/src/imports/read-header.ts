import { IMPORT_COLUMN_KEYS, IMPORT_COLUMNS, type ImportColumnKey } from '@despacho/contracts/dispatch';
import { plain } from '@despacho/contracts';

/** Other names of a column, normalized, as clients in Peru write them. */
const OTHER_WORDS: Partial<Record<ImportColumnKey, readonly string[]>> = {
  client: ['remitente', 'codigo cliente', 'codigo de cliente', 'cod cliente', 'ruc cliente', 'empresa', 'tienda'],
  clientReference: [
    ...['ref cliente', 'ref del cliente', 'referencia cliente', 'pedido', 'nro pedido', 'nro de pedido', 'n pedido'],
    ...['n de pedido', 'num pedido', 'numero de pedido', 'codigo pedido', 'codigo de pedido', 'cod pedido'],
    ...['orden cliente', 'orden de compra', 'nro orden', 'n orden', 'numero de orden'],
  ],
  recipient: [
    ...['nombre', 'nombres', 'nombre completo', 'nombre y apellido', 'nombres y apellidos', 'apellidos y nombres'],
    ...['destinatario nombre', 'nombre destinatario', 'nombre del destinatario', 'consignatario', 'cliente final'],
    ...['nombre cliente final', 'receptor', 'recibe', 'quien recibe', 'persona que recibe'],
  ],
  phone: [
    ...['telefonos', 'telf', 'tel', 'tlf', 'fono', 'movil', 'celular', 'celulares', 'cel', 'nro celular', 'whatsapp'],
    ...['telefono destinatario', 'telefono del destinatario', 'telefono de contacto', 'telefono contacto'],
    ...['celular destinatario', 'numero de contacto', 'nro de contacto', 'telefono celular'],
  ],
  address: [
    ...['dir', 'domicilio', 'direccion de entrega', 'direccion entrega', 'direccion destino', 'direccion de destino'],
    ...['direccion destinatario', 'direccion del destinatario', 'direccion completa', 'lugar de entrega'],
  ],
  reference: ['ref', 'referencias', 'referencia direccion', 'referencia de la direccion', 'referencia de entrega'],
  district: ['dist', 'ubigeo', 'distrito de entrega', 'distrito entrega', 'distrito destino', 'distrito de destino'],
  lat: ['lat'],
  lng: ['lng', 'lon', 'long'],
  date: [
    ...['fecha de entrega', 'fecha entrega', 'fec entrega', 'f entrega', 'fecha de reparto', 'fecha reparto', 'dia'],
    ...['fecha de despacho', 'fecha despacho', 'fecha programada', 'fecha de visita', 'dia de entrega'],
  ],
  windowFrom: ['hora desde', 'desde hora', 'hora inicio', 'inicio', 'hora de inicio'],
  windowTo: ['hora hasta', 'hasta hora', 'hora fin', 'fin', 'hora de fin'],
  packages: [
    ...['paquetes', 'cantidad', 'cant', 'cajas', 'piezas', 'bulto', 'nro bultos', 'n bultos', 'cant bultos'],
    ...['cantidad bultos', 'cantidad de bultos', 'cantidad de paquetes'],
  ],
  weight: ['peso', 'kg', 'kgs', 'kilos', 'peso en kg', 'peso kilos', 'peso kgs', 'peso total', 'peso total kg'],
  guide: ['guia', 'guia remision', 'nro guia', 'n guia', 'numero de guia', 'nro de guia', 'guia de remision nro'],
  collectDue: [
    ...['cobro', 'cobrar', 'cobranza', 'monto', 'monto a cobrar', 'monto por cobrar', 'total a cobrar', 'importe'],
    ...['importe a cobrar', 'valor a cobrar', 'a cobrar', 'por cobrar', 'contra entrega', 'contraentrega', 'cod'],
    ...['pago contra entrega', 'cobro contra entrega', 'monto s', 'monto a cobrar s', 'monto contra entrega'],
  ],
  note: ['notas', 'obs', 'observacion', 'observaciones', 'comentario', 'comentarios', 'indicaciones', 'instrucciones'],
  priority: ['urgente', 'urgencia'],
};

/** Headers without case, accents, punctuation and decoration: «N° Pedido *» becomes «n pedido». */
export const normalHeading = plain;

const KEY_OF: ReadonlyMap<string, ImportColumnKey> = new Map(
  IMPORT_COLUMN_KEYS.flatMap((key) =>
    [IMPORT_COLUMNS[key].header, ...(OTHER_WORDS[key] ?? [])].map((word) => [normalHeading(word), key] as const),
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

const missingOf = (places: Header['places']): string[] =>
  IMPORT_COLUMN_KEYS.filter((key) => IMPORT_COLUMNS[key].required && !places.has(key)).map(
    (key) => IMPORT_COLUMNS[key].header,
  );

const ignoredName = (cell: string): string => cell.trim().slice(0, 60).toWellFormed();

/** @param cells the headings of a file. */
export function readHeader(cells: readonly string[]): Header {
  const places = new Map<ImportColumnKey, number>();
  const ignored: string[] = [];
  const repeated = new Set<string>();
  cells.forEach((cell, place) => {
    const key = KEY_OF.get(normalHeading(cell));
    if (key === undefined) {
      if (cell.trim() !== '') ignored.push(ignoredName(cell));
    } else if (places.has(key)) repeated.add(IMPORT_COLUMNS[key].header);
    else places.set(key, place);
  });
  return { places, ignored, repeated: [...repeated], missing: missingOf(places) };
}

/** Like `readHeader`, with columns that a person chose. */
export function headerOf(cells: readonly string[], columns: readonly (readonly [number, ImportColumnKey])[]): Header {
  const places = new Map(columns.map(([place, key]) => [key, place]));
  const used = new Set(places.values());
  return {
    places,
    ignored: cells.filter((cell, place) => cell.trim() !== '' && !used.has(place)).map(ignoredName),
    repeated: [],
    missing: missingOf(places),
  };
}
