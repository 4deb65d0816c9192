import { fold, nameKey } from '@despacho/contracts';
import {
  type BrokenLine,
  COURIER_COLUMNS,
  type CourierColumn,
  courierInput,
  type CourierInput,
  type CourierLine,
  IMPORTED_DOCUMENTS,
  MAX_COURIER_LINES,
  MAX_ZONES_OF_COURIER,
  type Vehicle,
  VEHICLE_CATEGORIES,
  VEHICLE_CATEGORY_CODES,
  VEHICLES,
} from '@despacho/contracts/dispatch';
import { brokenBy, type TableKind, type TableRow } from '../table-kind.ts';
import { readDay, readTime } from '../read-moment.ts';
import { type DistrictReader, districtReader } from '../find-district.ts';
import { NO_PHONES, readPhones } from '../read-phones.ts';
import { bad, type Read } from '../read-values.ts';
import { readWindow } from '../read-window.ts';

const VEHICLE_WORDS: Record<Vehicle, readonly string[]> = {
  moto: ['motocicleta', 'motolineal', 'motorizado', 'motorcycle', 'motorbike', 'scooter'],
  auto: ['automovil', 'carro', 'camioneta', 'car'],
  furgoneta: ['furgon', 'van', 'minivan', 'panel'],
  camion: ['camioncito', 'truck'],
  bicicleta: ['bici', 'bicycle', 'bike'],
  a_pie: ['apie', 'peaton', 'caminando', 'onfoot', 'walking'],
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
  /** Code of its province, which decides between districts of equal names. */
  province: string | undefined;
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

/** A zone of the office, or a district. */
type Served = { name: string } & ({ id: string } | { ubigeo: string });

/** Reads one zone or district, or several with commas between them. A zone of the office comes before a district. */
function readZones(text: string, zones: Context['zones'], readDistrict: DistrictReader): Read<Served[]> {
  const byName = new Map(zones.map((zone) => [fold(zone.name), zone]));
  const whole = byName.get(fold(text));
  if (whole) return { value: [whole] };
  const served = new Map<string, Served>();
  const names = text.split(/[,;/|\n]| - | [ye] /).flatMap((part) => part.trim() || []);
  for (const [at, name] of names.entries()) {
    const zone = byName.get(fold(name));
    const district = zone ? undefined : readDistrict(name);
    if (zone) served.set(zone.id, zone);
    else if (district && 'value' in district) {
      const { ubigeo, name: known } = district.value;
      served.set(ubigeo, { ubigeo, name: known });
    } else {
      // Between names with commas: «San Martín (El Dorado)».
      const [meant, area] = district?.suggestion?.split(', ') ?? [];
      const listed = zones.slice(0, LISTED_ZONES).map((each) => each.name);
      return bad(
        `La oficina no tiene la zona «${name}», y no es un distrito claro`,
        [
          district?.remedy ?? '',
          ...(listed.length > 0 ? [`o una zona: ${listed.join(', ')}`] : []),
          'o deje la celda vacía',
        ].join('; '),
        meant && names.with(at, area === undefined ? meant : `${meant} (${area})`).join(', '),
      );
    }
  }
  return { value: [...served.values()] };
}

/** The column of each field, and what is wrong if the contract refuses it. */
const FAULTS: Readonly<Record<keyof CourierInput, readonly [column: CourierColumn, reason: string, remedy: string]>> = {
  name: ['name', 'No es un nombre', 'Escriba el nombre, con 120 caracteres como máximo'],
  phone: ['phone', 'No es un teléfono', 'Escríbalo como 987 654 321'],
  vehicle: ['vehicle', 'No es un vehículo', 'Corríjalo'],
  vehicleCategory: ['vehicleCategory', 'No es una categoría', 'Corríjala'],
  plate: ['plate', 'No es una placa', 'Escriba la placa como ABC-123'],
  zones: ['zones', 'Son demasiados distritos', 'Escriba 100 como máximo'],
  zoneIds: ['zones', 'Son demasiadas zonas', `Escriba ${MAX_ZONES_OF_COURIER} como máximo`],
  shift: ['to', 'El fin no es posterior al inicio', 'Corrija el turno'],
  capacityOrders: ['capacityOrders', 'No es una cantidad de órdenes', 'Escriba de 1 a 1000'],
  capacityGrams: ['capacityWeight', 'No es un peso', 'Escriba de 0.001 a 20,000'],
};

function readLine(
  row: TableRow<CourierColumn>,
  { zones, today }: Context,
  readDistrict: DistrictReader,
): GoodCourier | BrokenLine<CourierColumn> {
  const { reader, line } = row;
  const orders = reader.cell('capacityOrders');
  const kilograms = reader.cell('capacityWeight');
  const plate = reader.cell('plate');
  const served = reader.value('zones', (text) => readZones(text, zones, readDistrict), []);
  const shift = reader.value('shift', readWindow, null) ?? DEFAULTS;
  const documents = IMPORTED_DOCUMENTS.flatMap((kind) => {
    const until = reader.value(kind, (text) => readDay(text, { today }), null);
    return until === null ? [] : [{ kind, number: null, until }];
  });
  const input = {
    name: reader.required('name', 120),
    phone: reader.value('phone', readPhones, NO_PHONES).first,
    vehicle: reader.value('vehicle', readVehicle, DEFAULTS.vehicle),
    vehicleCategory: reader.value('vehicleCategory', readCategory, null),
    plate: plate === '' ? null : readPlate(plate),
    zones: served.flatMap((each) => ('ubigeo' in each ? each.ubigeo : [])),
    zoneIds: served.flatMap((each) => ('id' in each ? each.id : [])),
    shift: {
      from: reader.value('from', readTime, shift.from),
      to: reader.value('to', readTime, shift.to),
    },
    capacityOrders: orders === '' ? DEFAULTS.capacityOrders : figureOf(orders),
    capacityGrams: kilograms === '' ? DEFAULTS.capacityGrams : Math.round(figureOf(kilograms) * 1000),
  } satisfies Record<keyof CourierInput, unknown>;
  const read = courierInput.safeParse(input);
  for (const { path } of read.error?.issues ?? []) {
    const [column, reason, remedy] = FAULTS[path[0] as keyof CourierInput];
    if (!reader.isReported(column, 'from', 'shift')) reader.fault(column, reason, remedy);
  }
  if (!read.success || reader.errors.length > 0) return brokenBy(row, 'name');
  return {
    line,
    ok: true,
    input: { ...read.data, ...(documents.length > 0 && { documents }) },
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
  const readDistrict = districtReader(context.province);
  for (const courier of context.existing) for (const key of keysFor(courier)) known.set(key, courier.name);
  return rows.map((row) => {
    const line = readLine(row, context, readDistrict);
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
      ...['nombre y apellido', 'apellido y nombre', 'nombre completo', 'nombre repartidor', 'repartidor', 'conductor'],
      ...['motorizado', 'chofer', 'name', 'full name', 'courier', 'courier name', 'driver', 'driver name', 'rider'],
    ],
    phone: [
      ...['tel', 'telf', 'celular', 'cel', 'movil', 'whatsapp', 'numero celular', 'numero telefono', 'phone', 'mobile'],
      ...['phone number', 'mobile number', 'mobile phone', 'cell phone'],
    ],
    vehicle: ['tipo vehiculo', 'movilidad', 'unidad', 'vehicle', 'vehicle type'],
    vehicleCategory: ['categoria vehiculo', 'categoria vehicular', 'clase', 'category', 'vehicle category'],
    plate: [
      ...['placa vehiculo', 'placa rodaje', 'numero placa', 'matricula', 'plate', 'plate number', 'license plate'],
      ...['vehicle plate', 'registration'],
    ],
    from: ['inicio', 'entrada', 'hora entrada', 'hora inicio', 'desde', 'start', 'from', 'start time', 'shift start'],
    to: ['fin', 'salida', 'hora salida', 'hora fin', 'hasta', 'end', 'to', 'end time', 'shift end'],
    shift: ['horario', 'turno trabajo', 'horario trabajo', 'jornada', 'shift', 'working hours', 'schedule'],
    capacityOrders: ['ordenes', 'capacidad', 'maximo ordenes', 'capacity', 'max orders', 'order capacity'],
    capacityWeight: ['kg', 'peso', 'peso kg', 'carga kg', 'maximo kg', 'max weight', 'weight capacity', 'max kg'],
    zones: [
      ...['zona', 'zona reparto', 'zonas reparto', 'sector', 'sectores', 'distrito', 'distritos', 'distritos reparto'],
      ...['zonas distritos', 'zone', 'zones', 'area', 'areas', 'district', 'districts'],
    ],
    licencia: [
      ...['vencimiento licencia', 'vence licencia', 'vencimiento brevete', 'vence brevete', 'license expiry'],
      ...['licence expiry', 'license expiration', 'fecha vencimiento licencia', 'caducidad licencia'],
    ],
    soat: ['vencimiento soat', 'vence soat', 'fecha soat', 'fecha vencimiento soat', 'insurance expiry'],
    revision: ['vencimiento revision tecnica', 'vence revision tecnica', 'vencimiento citv', 'vence citv'],
    propiedad: ['vencimiento tarjeta propiedad', 'vence tarjeta propiedad'],
    sctr: ['vencimiento sctr', 'vence sctr'],
    permiso: ['vencimiento permiso', 'vence permiso'],
  },
  unsure: {
    licencia: ['licencia', 'licencia conducir', 'brevete', 'license', 'licence', 'driving license'],
    soat: ['soat'],
    revision: ['revision tecnica', 'citv'],
    propiedad: ['tarjeta propiedad'],
    sctr: ['sctr'],
    permiso: ['permiso', 'permiso mtc'],
  },
  days: IMPORTED_DOCUMENTS,
  maxLines: MAX_COURIER_LINES,
  one: 'un repartidor',
  many: 'repartidores',
  read: readCouriers,
};
