import { fold, nameKey } from '@despacho/contracts';
import {
  COURIER_COLUMN_KEYS,
  COURIER_COLUMNS,
  type CourierColumn,
  courierInput,
  type CourierLine,
  MAX_COURIER_LINES,
  type Vehicle,
  VEHICLE_CATEGORIES,
  VEHICLE_CATEGORY_CODES,
  VEHICLES,
} from '@despacho/contracts/dispatch';
import { cellFault, type SheetRow, withoutFaultMarks } from '#platform/files/sheet.ts';
import { clockOf, clockText } from './clock-text.ts';
import { readPhones } from './read-phones.ts';

/** Other headers that people write, as `wordKey` returns them. */
const HEADERS: Record<CourierColumn, readonly string[]> = {
  name: [
    'nombres',
    'nombreyapellido',
    'nombresyapellidos',
    'nombrecompleto',
    'repartidor',
    'conductor',
    'motorizado',
    'chofer',
  ],
  phone: ['tel', 'celular', 'cel', 'movil', 'whatsapp', 'numerodecelular', 'numerodetelefono'],
  vehicle: ['tipodevehiculo', 'movilidad', 'unidad'],
  vehicleCategory: ['categoriadelvehiculo', 'categoriavehicular', 'clase'],
  plate: ['placadelvehiculo', 'placaderodaje', 'nrodeplaca', 'matricula'],
  from: ['inicio', 'iniciodeturno', 'entrada', 'horadeentrada', 'horainicio', 'desde'],
  to: ['fin', 'findeturno', 'salida', 'horadesalida', 'horafin', 'hasta'],
  capacityOrders: ['ordenes', 'capacidad', 'capacidadordenes', 'maximodeordenes'],
  capacityWeight: ['kg', 'peso', 'pesokg', 'capacidadkg', 'cargakg', 'maximodekg'],
};

const VEHICLE_WORDS: Record<Vehicle, readonly string[]> = {
  moto: ['motocicleta', 'motolineal', 'motorizado'],
  auto: ['automovil', 'carro', 'camioneta'],
  furgoneta: ['furgon', 'van', 'minivan', 'panel'],
  camion: ['camioncito'],
  bicicleta: ['bici'],
  a_pie: ['apie', 'peaton', 'caminando'],
};

/** Used where a file says nothing. */
const DEFAULTS = { vehicle: 'moto', from: '08:00', to: '18:00', capacityOrders: 30, capacityGrams: 60_000 } as const;

/** The header is looked for in this many rows: titles may come first. */
const HEADER_ROWS = 20;
/** Characters of a cell that an error shows. */
const SHOWN = 80;

const wordKey = (text: string): string => fold(text).replace(/[^a-z0-9]/g, '');

const COLUMN_OF = new Map(
  COURIER_COLUMN_KEYS.flatMap((key) => [wordKey(COURIER_COLUMNS[key]), ...HEADERS[key]].map((word) => [word, key])),
);
const VEHICLE_OF = new Map(
  (Object.keys(VEHICLES) as Vehicle[]).flatMap((code) =>
    [wordKey(VEHICLES[code]), ...VEHICLE_WORDS[code]].map((word) => [word, code]),
  ),
);

/** A courier of the office, as far as a file can repeat one. */
export interface Existing {
  name: string;
  plate: string | null;
}

type ReadCouriers = { lines: CourierLine[]; ignored: string[] } | { remedy: string };

type Errors = Extract<CourierLine, { ok: false }>['errors'];

const shown = (text: string): string => withoutFaultMarks(text).slice(0, SHOWN).toWellFormed();

/** @returns the plate with its hyphen: of a car `ABC-123`, of a motorcycle `1234-AB`; a hyphen in the file stays. */
function readPlate(text: string): string {
  const plate = text.toUpperCase().trim();
  if (/^[A-Z0-9]{2,4}-[A-Z0-9]{2,4}$/.test(plate)) return plate;
  const letters = plate.replace(/[^A-Z0-9]/g, '');
  if (letters.length !== 6) return plate;
  const first = /^\d{4}/.test(letters) ? 4 : 3;
  return `${letters.slice(0, first)}-${letters.slice(first)}`;
}

/** @returns a figure written with a decimal point or comma, NaN for other text. */
const figureOf = (text: string): number =>
  /^\d{1,9}([.,]\d{1,3})?$/.test(text) ? Number(text.replace(',', '.')) : NaN;

function readLine(row: SheetRow, columns: ReadonlyMap<CourierColumn, number>): CourierLine {
  const errors: Errors = [];
  const cell = (key: CourierColumn): string => {
    const text = row.cells[columns.get(key) ?? -1] ?? '';
    if (cellFault(text) === undefined) return text.trim();
    errors.push({ column: key, text: shown(text), reason: 'La celda no tiene un valor que se pueda leer' });
    return '';
  };
  const wrong = (column: CourierColumn, text: string, reason: string): void => {
    if (!errors.some((error) => error.column === column)) errors.push({ column, text: shown(text), reason });
  };
  const time = (key: 'from' | 'to'): string => {
    const text = cell(key);
    const clock = text === '' ? undefined : clockOf(fold(text));
    if (text !== '' && !clock) wrong(key, text, 'Escriba la hora como 08:00');
    return clock ? clockText(clock.minutes) : DEFAULTS[key];
  };
  const name = cell('name');
  const phones = cell('phone');
  const phone = phones === '' ? undefined : readPhones(phones);
  if (phone && !('value' in phone)) wrong('phone', phones, 'Escriba un teléfono, como 987 654 321');
  const vehicleText = cell('vehicle');
  const vehicle = vehicleText === '' ? DEFAULTS.vehicle : VEHICLE_OF.get(wordKey(vehicleText));
  if (!vehicle) wrong('vehicle', vehicleText, `Escriba ${Object.values(VEHICLES).join(', ')}`);
  const categoryText = cell('vehicleCategory');
  const category = VEHICLE_CATEGORY_CODES.find((code) => code === categoryText.toUpperCase());
  if (categoryText !== '' && !category)
    wrong('vehicleCategory', categoryText, `Escriba ${Object.keys(VEHICLE_CATEGORIES).join(', ')}`);
  const plate = cell('plate');
  const orders = cell('capacityOrders');
  const kilograms = cell('capacityWeight');
  const read = courierInput.safeParse({
    name,
    phone: phone && 'value' in phone ? phone.value.first : null,
    vehicle: vehicle ?? DEFAULTS.vehicle,
    vehicleCategory: category ?? null,
    plate: plate === '' ? null : readPlate(plate),
    zones: [],
    shift: { from: time('from'), to: time('to') },
    capacityOrders: orders === '' ? DEFAULTS.capacityOrders : figureOf(orders),
    capacityGrams: kilograms === '' ? DEFAULTS.capacityGrams : Math.round(figureOf(kilograms) * 1000),
  });
  if (!read.success)
    for (const { path } of read.error.issues) {
      if (path[0] === 'name') wrong('name', name, 'Escriba el nombre, con 120 caracteres como máximo');
      else if (path[0] === 'plate') wrong('plate', plate, 'Escriba la placa como ABC-123');
      else if (path[0] === 'shift') wrong('to', cell('to'), 'El fin del turno debe ser posterior al inicio');
      else if (path[0] === 'capacityOrders') wrong('capacityOrders', orders, 'Escriba de 1 a 1000');
      else if (path[0] === 'capacityGrams') wrong('capacityWeight', kilograms, 'Escriba de 0.001 a 20,000');
      else wrong('phone', phones, 'Escriba un teléfono, como 987 654 321');
    }
  if (!read.success || errors.length > 0) return { line: row.line, ok: false, name: shown(name), errors };
  return { line: row.line, ok: true, input: { ...read.data, zones: [] }, known: null };
}

/**
 * Reads the couriers of a table. The header may follow some rows of titles.
 * @param existing couriers of the office. A line that repeats one, or an earlier line, says so.
 * @returns a line for each row below the header, or why there is none.
 */
export function readCouriers(rows: readonly SheetRow[], existing: readonly Existing[]): ReadCouriers {
  const keysOf = (row: SheetRow) => row.cells.map((cell) => COLUMN_OF.get(wordKey(cell)));
  const at = rows.slice(0, HEADER_ROWS).findIndex((row) => keysOf(row).includes('name'));
  const header = rows[at];
  if (!header) return { remedy: `Falta la columna «${COURIER_COLUMNS.name}»: escríbala en la primera fila` };
  const keys = keysOf(header);
  const repeated = keys.find((key, place) => key !== undefined && keys.indexOf(key) !== place);
  if (repeated) return { remedy: `La columna «${COURIER_COLUMNS[repeated]}» está dos veces: deje una` };
  const below = rows.slice(at + 1);
  if (below.length === 0) return { remedy: 'No tiene repartidores: escriba uno por fila' };
  if (below.length > MAX_COURIER_LINES)
    return { remedy: `Tiene más de ${MAX_COURIER_LINES} repartidores: divida el archivo en partes` };
  const columns = new Map(keys.flatMap((key, place) => (key ? [[key, place] as const] : [])));
  const known = new Map<string, string>();
  const keysFor = ({ name, plate }: Existing): string[] => [
    `name ${nameKey(name)}`,
    ...(plate === null ? [] : [`plate ${wordKey(plate)}`]),
  ];
  for (const courier of existing) for (const key of keysFor(courier)) known.set(key, courier.name);
  const lines = below.map((row): CourierLine => {
    const line = readLine(row, columns);
    if (!line.ok) return line;
    const found = keysFor(line.input).map((key) => known.get(key));
    for (const key of keysFor(line.input))
      if (!known.has(key)) known.set(key, `${line.input.name} (fila ${line.line})`);
    return { ...line, known: found.find(Boolean) ?? null };
  });
  const ignored = header.cells.filter((cell, place) => keys[place] === undefined && cell.trim() !== '').map(shown);
  return { lines, ignored };
}
