import { codeKey, nameKey } from '@despacho/contracts';
import {
  CLIENT_COLUMN_KEYS,
  CLIENT_COLUMNS,
  type ClientColumnChoice,
  type ClientColumnKey,
  type ClientInput,
  clientInput,
  type ClientLayout,
  MAX_IMPORT_LINES,
  MAX_TITLE_ROWS,
} from '@despacho/contracts/dispatch';
import { FileTooComplex } from '#platform/files/file-limits.ts';
import { cellFault, type FileChoice, hasContent, isFilled, type SheetRow } from '#platform/files/sheet.ts';
import { readDistrict } from './find-district.ts';
import { normal } from './line-reader.ts';
import { NO_TABLE } from './parse-import.ts';
import { essence } from './read-header.ts';
import { readFile } from './read-file.ts';
import { readPhones } from './read-phones.ts';

/** Other names of each column, as programs and people write them. */
const WORDS: Record<ClientColumnKey, readonly string[]> = {
  code: ['cod', 'codigo cliente', 'cod cliente', 'id', 'id cliente', 'code', 'client code'],
  name: [
    ...['razon social', 'nombre o razon social', 'nombre cliente', 'cliente', 'empresa', 'nombre comercial', 'tienda'],
    ...['name', 'client', 'client name', 'company', 'customer'],
  ],
  taxId: [
    'ruc',
    'dni',
    'ruc dni',
    'ruc o dni',
    'documento',
    'n documento',
    'numero documento',
    'ruc cliente',
    'tax id',
  ],
  contact: ['persona contacto', 'nombre contacto', 'representante', 'encargado', 'atencion', 'contact', 'contact name'],
  phone: ['telefonos', 'celular', 'movil', 'telf', 'tel', 'whatsapp', 'telefono contacto', 'phone', 'mobile'],
  email: ['e mail', 'mail', 'correo electronico', 'email'],
  address: ['direccion fiscal', 'domicilio', 'domicilio fiscal', 'direccion recojo', 'address'],
  reference: ['referencias', 'referencia direccion', 'reference'],
  district: ['ubigeo', 'distrito direccion', 'district'],
  terms: ['condicion', 'condiciones pago', 'condicion pago', 'forma pago', 'terms', 'payment terms'],
};

const KEY_OF: ReadonlyMap<string, ClientColumnKey> = new Map(
  CLIENT_COLUMN_KEYS.flatMap((key) =>
    [CLIENT_COLUMNS[key].header, ...WORDS[key]].map((word) => [essence(word), key] as const),
  ),
);

/** Values shown of each column. */
const SAMPLES = 3;
const MAX_SHOWN = 60;

/** A file of clients to parse. Structured-cloneable, so that it can be sent to another thread. */
export interface ClientsTask {
  clients: true;
  bytes: Uint8Array;
  choice?: FileChoice;
  /** What the person chose, instead of recognized columns. */
  wish?: ClientColumnChoice | undefined;
  /** Code of the office's province, which decides between districts of equal names. */
  province: string | undefined;
}

/** A line: a client that could be created, or what to fix. */
export type ParsedClient = { line: number; name: string } & ({ input: ClientInput } | { why: string });

export type ParsedClients =
  | { kind: 'too-complex' }
  | { kind: 'unreadable'; why: string; remedy: string; layout: ClientLayout | null }
  | { kind: 'lines'; layout: ClientLayout; lines: ParsedClient[] };

type Places = ReadonlyMap<ClientColumnKey, number>;

function placesOf(cells: readonly string[]): Map<ClientColumnKey, number> {
  const places = new Map<ClientColumnKey, number>();
  cells.forEach((cell, place) => {
    const key = isFilled(cell) ? KEY_OF.get(essence(cell)) : undefined;
    if (key !== undefined && !places.has(key)) places.set(key, place);
  });
  return places;
}

/** @returns the index of the row with the most known headings; 0 without any. */
function headingRow(rows: readonly SheetRow[]): number {
  const known = rows.slice(0, MAX_TITLE_ROWS + 1).map(({ cells }) => placesOf(cells).size);
  return Math.max(0, known.indexOf(Math.max(...known)));
}

const shown = (text: string): string => normal(text).slice(0, MAX_SHOWN).toWellFormed();

function layoutOf(headings: readonly string[], places: Places, line: number, rows: readonly SheetRow[]): ClientLayout {
  const keys = new Map([...places].map(([key, place]) => [place, key]));
  const sampled = rows.slice(0, 50);
  const width = Math.min(1000, Math.max(headings.length, ...sampled.map(({ cells }) => cells.length)));
  const columns = Array.from({ length: width }, (_, place) => ({
    place,
    heading: shown(headings[place] ?? ''),
    samples: [...new Set(sampled.map(({ cells }) => shown(cells[place] ?? '')).filter(isFilled))].slice(0, SAMPLES),
    key: keys.get(place) ?? null,
  }));
  return { line, columns: columns.filter(({ heading, samples }) => heading !== '' || samples.length > 0) };
}

/** The fields of the contract, as the file names them. */
const FIELD_NAMES: Record<string, string> = {
  code: CLIENT_COLUMNS.code.header,
  name: CLIENT_COLUMNS.name.header,
  taxId: CLIENT_COLUMNS.taxId.header,
  contacts: CLIENT_COLUMNS.contact.header,
  addresses: CLIENT_COLUMNS.address.header,
  terms: CLIENT_COLUMNS.terms.header,
};

const LEAF_NAMES: Record<string, string> = {
  phone: CLIENT_COLUMNS.phone.header,
  email: CLIENT_COLUMNS.email.header,
  reference: CLIENT_COLUMNS.reference.header,
};

/** @returns what is wrong with a line, from the first issue of its input. */
function faultOf(path: readonly PropertyKey[], message: string): string {
  const leaf = String(path.at(-1));
  const name = LEAF_NAMES[leaf] ?? FIELD_NAMES[String(path[0])] ?? leaf;
  return /^(Escriba|No es)/.test(message) ? `${name}: ${message}` : `${name}: no es válido o es demasiado largo`;
}

/** Reads one line. @returns a client, or the first fault with its remedy. */
function readLine(
  { line, cells, hidden, fault }: SheetRow,
  places: Places,
  province: string | undefined,
): ParsedClient {
  const cell = (key: ClientColumnKey): string => cells[places.get(key) ?? -1] ?? '';
  const text = (key: ClientColumnKey): string | null => normal(cell(key)) || null;
  const name = (text('name') ?? '').slice(0, 160);
  const wrong = (why: string): ParsedClient => ({ line, name, why });
  if (hidden) return wrong('La fila está oculta en el archivo: muéstrela y léalo otra vez');
  if (fault) return wrong('La fila está mal separada: revise las comillas y las columnas');
  const unreadable = CLIENT_COLUMN_KEYS.find((key) => cellFault(cell(key)));
  if (unreadable)
    return wrong(`${CLIENT_COLUMNS[unreadable].header}: Excel no guardó el valor de la celda; escríbalo como texto`);
  if (name === '') return wrong('Falta el nombre');
  const phones = text('phone') === null ? { value: { first: null, others: [] } } : readPhones(cell('phone'));
  if (!('value' in phones)) return wrong(`Teléfono: ${phones.reason}. ${phones.remedy}`);
  const districtText = text('district');
  const district = districtText === null ? null : readDistrict(districtText, province);
  if (district && !('value' in district)) return wrong(`Distrito: ${district.reason}. ${district.remedy}`);
  if (district && text('address') === null) return wrong('Falta la dirección del distrito');
  const { first, others } = phones.value;
  const person = text('contact');
  const email = text('email');
  const hasContact = person !== null || first !== null || email !== null;
  const taxId = text('taxId');
  const input = {
    code: text('code'),
    name: text('name') ?? '',
    taxId: taxId === null ? null : codeKey(taxId),
    contacts: hasContact
      ? [first, ...others].map((phone, place) => ({
          name: person ?? name.slice(0, 80),
          role: null,
          phone,
          email: place === 0 ? email : null,
        }))
      : [],
    addresses:
      text('address') === null
        ? []
        : [
            {
              label: null,
              address: text('address'),
              reference: text('reference'),
              ubigeo: district?.value.ubigeo ?? null,
              point: null,
              hours: [],
            },
          ],
    terms: text('terms'),
  };
  const read = clientInput.safeParse(input);
  if (read.success) return { line, name, input: read.data };
  const [issue] = read.error.issues;
  return wrong(faultOf(issue?.path ?? [], issue?.message ?? ''));
}

/** @returns the lines, those that repeat the code, document or name of an earlier one as faults. */
function withoutRepeated(lines: readonly ParsedClient[]): ParsedClient[] {
  const seen = new Map<string, number>();
  return lines.map((each) => {
    if (!('input' in each)) return each;
    const { code, taxId, name } = each.input;
    const keys = [
      ...(code === null ? [] : [`code ${codeKey(code)}`]),
      ...(taxId === null ? [] : [`taxId ${taxId}`]),
      `name ${nameKey(name)}`,
    ];
    const earlier = keys.flatMap((key) => seen.get(key) ?? [])[0];
    for (const key of keys) if (!seen.has(key)) seen.set(key, each.line);
    return earlier === undefined
      ? each
      : { line: each.line, name: each.name, why: `Repite el código, el documento o el nombre de la línea ${earlier}` };
  });
}

/** Parses a file of clients, and reads each line independently. Runs in the thread that parses files of orders. */
export function parseClients({ bytes, choice = {}, wish, province }: ClientsTask): ParsedClients {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const unreadable = (why: string, remedy: string, layout: ClientLayout | null = null): ParsedClients => ({
    kind: 'unreadable',
    why,
    remedy,
    layout,
  });
  try {
    const content = readFile(file, choice);
    if (content.kind === 'no-table')
      return unreadable('El archivo no es CSV ni Excel (.xlsx)', NO_TABLE[content.format]);
    const empty = () => unreadable('El archivo no tiene clientes', 'Complete la plantilla con un cliente por línea');
    if (!content.rows.some(hasContent)) return empty();
    const top = wish ? Math.min(wish.line, content.rows.length) - 1 : headingRow(content.rows);
    const headings = content.rows[top]?.cells ?? [];
    const places = wish?.columns.length
      ? new Map(wish.columns.map(([place, key]) => [key, place]))
      : placesOf(headings);
    const rows = content.rows.slice(top + 1).filter(hasContent);
    const layout = layoutOf(headings, places, top + 1, rows);
    if (!places.has('name'))
      return unreadable('Falta la columna Nombre', 'Seleccione qué columna del archivo es cada una', layout);
    if (rows.length === 0) return empty();
    if (content.more || rows.length > MAX_IMPORT_LINES)
      return unreadable(`El archivo tiene más de ${MAX_IMPORT_LINES} clientes`, 'Divida el archivo en partes');
    return { kind: 'lines', layout, lines: withoutRepeated(rows.map((row) => readLine(row, places, province))) };
  } catch (error) {
    if (error instanceof FileTooComplex) return { kind: 'too-complex' };
    throw error;
  }
}
