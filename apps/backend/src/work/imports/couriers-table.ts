import { fold, nameKey } from '@despacho/contracts';
import {
  type BrokenLine,
  COURIER_COLUMNS,
  type CourierColumn,
  courierInput,
  type CourierLine,
  IMPORTED_DOCUMENTS,
  MAX_COURIER_LINES,
  type Vehicle,
  VEHICLE_CATEGORIES,
  VEHICLE_CATEGORY_CODES,
  VEHICLES,
} from '@despacho/contracts/dispatch';
import { brokenBy, type TableKind, type TableRow } from './table-kind.ts';
import { readDay, readTime } from './read-moment.ts';
import { readPhones } from './read-phones.ts';
import { bad, type Read } from './read-values.ts';

const VEHICLE_WORDS: Record<Vehicle, readonly string[]> = {
  moto: ['motocicleta', 'motolineal', 'motorizado'],
  auto: ['automovil', 'carro', 'camioneta'],
  furgoneta: ['furgon', 'van', 'minivan', 'panel'],
  camion: ['camioncito'],
  bicicleta: ['bici'],
  a_pie: ['apie', 'peaton', 'caminando'],
};

/** Values of empty cells. */
const DEFAULTS = { vehicle: 'moto', from: '08:00', to: '18:00', capacityOrders: 30, capacityGrams: 60_000 } as const;

/** Maximum number of zones named in an error. */
const LISTED_ZONES = 10;

const wordKey = (text: string): string => fold(text).replace(/[^a-z0-9]/g, '');

const VEHICLE_OF = new Map(
  (Object.keys(VEHICLES) as Vehicle[]).flatMap((code) =>
    [wordKey(VEHICLES[code]), ...VEHICLE_WORDS[code]].map((word) => [word, code]),
  ),
);

/** What identifies a courier of the office in a file. */
interface Existing {
  name: string;
  plate: string | null;
}

interface Context {
  /** Couriers of the office. A line that repeats one, or an earlier line, is marked. */
  existing: readonly Existing[];
  /** Zones of the office. */
  zones: readonly { id: string; name: string }[];
  /** `2026-11-20` in the office's calendar. */
  today: string;
}

type GoodCourier = Extract<CourierLine, { ok: true }>;

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

const readVehicle = (text: string): Read<Vehicle> => {
  const vehicle = VEHICLE_OF.get(wordKey(text));
  return vehicle ? { value: vehicle } : bad('No es un vehículo', `Escriba ${Object.values(VEHICLES).join(', ')}`);
};

function readCategory(text: string): Read<(typeof VEHICLE_CATEGORY_CODES)[number]> {
  const category = VEHICLE_CATEGORY_CODES.find((code) => code === text.toUpperCase());
  return category
    ? { value: category }
    : bad('No es una categoría', `Escriba ${Object.keys(VEHICLE_CATEGORIES).join(', ')}`);
}

/** Reads one zone, or several with commas between them. */
function readZones(text: string, zones: Context['zones']): Read<Context['zones']> {
  const byName = new Map(zones.map((zone) => [fold(zone.name), zone]));
  const whole = byName.get(fold(text));
  if (whole) return { value: [whole] };
  const names = text
    .split(/[,;/|]/)
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = names.find((name) => !byName.has(fold(name)));
  if (unknown === undefined) return { value: [...new Set(names.flatMap((name) => byName.get(fold(name)) ?? []))] };
  const listed = zones.slice(0, LISTED_ZONES).map(({ name }) => name);
  return bad(
    `La oficina no tiene la zona «${unknown}»`,
    listed.length > 0 ? `Escriba ${listed.join(', ')}` : 'Dibújela antes en el mapa, o deje la celda vacía',
  );
}

const REMEDIES: Partial<Record<PropertyKey, readonly [column: CourierColumn, reason: string, remedy: string]>> = {
  name: ['name', 'No es un nombre', 'Escriba el nombre, con 120 caracteres como máximo'],
  plate: ['plate', 'No es una placa', 'Escriba la placa como ABC-123'],
  shift: ['to', 'El fin no es posterior al inicio', 'Corrija el turno'],
  capacityOrders: ['capacityOrders', 'No es una cantidad de órdenes', 'Escriba de 1 a 1000'],
  capacityGrams: ['capacityWeight', 'No es un peso', 'Escriba de 0.001 a 20,000'],
};

function readLine(row: TableRow<CourierColumn>, { zones, today }: Context): GoodCourier | BrokenLine<CourierColumn> {
  const { reader, line } = row;
  const orders = reader.cell('capacityOrders');
  const kilograms = reader.cell('capacityWeight');
  const plate = reader.cell('plate');
  const served = reader.value('zones', (text) => readZones(text, zones), []);
  const documents = IMPORTED_DOCUMENTS.flatMap((kind) => {
    const until = reader.value(kind, (text) => readDay(text, { today }), null);
    return until === null ? [] : [{ kind, number: null, until }];
  });
  const input = {
    name: reader.required('name', 120),
    phone: reader.value('phone', readPhones, { first: null }).first,
    vehicle: reader.value('vehicle', readVehicle, DEFAULTS.vehicle),
    vehicleCategory: reader.value('vehicleCategory', readCategory, null),
    plate: plate === '' ? null : readPlate(plate),
    zones: [],
    zoneIds: served.map(({ id }) => id),
    shift: {
      from: reader.value('from', readTime, DEFAULTS.from),
      to: reader.value('to', readTime, DEFAULTS.to),
    },
    capacityOrders: orders === '' ? DEFAULTS.capacityOrders : figureOf(orders),
    capacityGrams: kilograms === '' ? DEFAULTS.capacityGrams : Math.round(figureOf(kilograms) * 1000),
  };
  const read = courierInput.safeParse(input);
  for (const { path } of read.error?.issues ?? []) {
    const [column, reason, remedy] = REMEDIES[path[0] ?? ''] ?? [
      'phone',
      'No es un teléfono',
      'Escríbalo como 987 654 321',
    ];
    if (!reader.isReported(column, 'from')) reader.fault(column, reason, remedy);
  }
  if (!read.success || reader.errors.length > 0) return brokenBy(row, 'name');
  return {
    line,
    ok: true,
    input: { ...read.data, zones: [], ...(documents.length > 0 && { documents }) },
    zoneNames: served.map(({ name }) => name),
    known: null,
  };
}

const keysFor = ({ name, plate }: Existing): string[] => [
  `name ${nameKey(name)}`,
  ...(plate === null ? [] : [`plate ${wordKey(plate)}`]),
];

function readCouriers(rows: readonly TableRow<CourierColumn>[], context: Context) {
  const known = new Map<string, string>();
  for (const courier of context.existing) for (const key of keysFor(courier)) known.set(key, courier.name);
  return rows.map((row) => {
    const line = readLine(row, context);
    if (!line.ok) return line;
    const found = keysFor(line.input).map((key) => known.get(key));
    for (const key of keysFor(line.input))
      if (!known.has(key)) known.set(key, `${line.input.name} (fila ${line.line})`);
    return { ...line, known: found.find(Boolean) ?? null };
  });
}

/** How files of couriers are read. */
export const COURIERS_TABLE: TableKind<CourierColumn, CourierLine, Context> = {
  columns: COURIER_COLUMNS,
  words: {
    name: [
      ...['nombres', 'nombre y apellido', 'nombres y apellidos', 'nombre completo', 'repartidor', 'conductor'],
      ...['motorizado', 'chofer'],
    ],
    phone: ['tel', 'celular', 'cel', 'movil', 'whatsapp', 'numero celular', 'numero telefono'],
    vehicle: ['tipo vehiculo', 'movilidad', 'unidad'],
    vehicleCategory: ['categoria vehiculo', 'categoria vehicular', 'clase'],
    plate: ['placa vehiculo', 'placa rodaje', 'numero placa', 'matricula'],
    from: ['inicio', 'entrada', 'hora entrada', 'hora inicio', 'desde'],
    to: ['fin', 'salida', 'hora salida', 'hora fin', 'hasta'],
    capacityOrders: ['ordenes', 'capacidad', 'maximo ordenes'],
    capacityWeight: ['kg', 'peso', 'peso kg', 'carga kg', 'maximo kg'],
    zones: ['zona', 'zona reparto', 'zonas reparto', 'sector', 'sectores'],
    licencia: ['licencia', 'licencia conducir', 'vencimiento licencia', 'vence licencia', 'brevete', 'vence brevete'],
    soat: ['soat', 'vencimiento soat', 'vence soat', 'fecha soat'],
    revision: ['revision tecnica', 'vencimiento revision tecnica', 'vence revision tecnica', 'citv'],
    propiedad: ['tarjeta propiedad', 'vencimiento tarjeta propiedad', 'vence tarjeta propiedad'],
    sctr: ['sctr', 'vencimiento sctr', 'vence sctr'],
    permiso: ['permiso', 'permiso mtc', 'vencimiento permiso', 'vence permiso'],
  },
  days: IMPORTED_DOCUMENTS,
  maxLines: MAX_COURIER_LINES,
  one: 'un repartidor',
  many: 'repartidores',
  read: readCouriers,
};
