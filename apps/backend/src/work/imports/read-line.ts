import { fold } from '@despacho/contracts';
import {
  type District,
  type LineError,
  type LocatedPoint,
  type OrderInput,
  phoneDoubt,
  type PlaceJudge,
  placeReason,
} from '@despacho/contracts/dispatch';
import { isPair } from '@despacho/contracts/written-place';
import { type FoundClient, type KnownClients } from '#people/clients/known-clients.ts';
import { type StoredExtra } from '#platform/database/schema.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { districtInAddress, type DistrictReader } from './find-district.ts';
import { type KnownCouriers } from './known-couriers.ts';
import { LineReader } from './line-reader.ts';
import { type Header } from './read-header.ts';
import { NO_PHONES, readPhones } from './read-phones.ts';
import { readDegrees, readPoint } from './read-point.ts';
import { readRecipient, readNote } from './read-texts.ts';
import { readRoute } from './read-route.ts';
import { bad, isDateOfExcel, type Read, readKilograms, readPackages, readSoles } from './read-values.ts';
import { type LineCalendar, readWhen } from './read-when.ts';

/** The context of a line: the office's calendar and province, and the company's clients. */
export interface LineContext extends LineCalendar {
  header: Header;
  province: string | undefined;
  /** For the office's province and the setting PLACE_MAX_KM. Expensive to create: once for all lines. */
  judge: PlaceJudge;
  readDistrict: DistrictReader;
  clients: KnownClients;
  couriers: KnownCouriers;
  /** Client of lines without one. */
  client: string | null;
}

/** The values of a line beyond the order itself. */
export type LineExtra = StoredExtra;

type ReadLine =
  | { ok: true; input: OrderInput; sender: string; notes: string[]; extra: LineExtra }
  | { ok: false; errors: LineError[] };

function readPriority(text: string): Read<OrderInput['priority']> {
  const folded = fold(text);
  if (['alta', 'urgente', 'si', 'high', 'urgent', 'yes'].includes(folded)) return { value: 'alta' };
  if (['normal', 'media', 'baja', 'no', 'medium', 'low'].includes(folded)) return { value: 'normal' };
  return bad('No es una prioridad', 'Escriba Normal o Alta');
}

/** Reads the district from its columns, otherwise from the address. */
function readDistrictOf(
  line: LineReader,
  { province, readDistrict, judge }: LineContext,
  point: { lat: number; lng: number } | null,
  notes: string[],
): District | undefined {
  const key = line.cell('ubigeo') === '' ? 'district' : 'ubigeo';
  const areas = [line.cell('city'), line.cell('department')].filter((each) => each !== '');
  const agrees = ({ ubigeo }: District): boolean => point !== null && judge({ ...point, ubigeo }).kind === 'plausible';
  const district = line.value(key, (text) => readDistrict(text, areas, agrees), undefined);
  if (line.cell(key) !== '') return district;
  const address = line.cell('address');
  const read = address === '' ? bad('Falta', 'Complete esta celda') : districtInAddress(address, areas, province);
  if ('value' in read) {
    notes.push(`Distrito leído de la dirección: ${read.value.name}`);
    return read.value;
  }
  line.fault('district', read.reason, read.remedy, read.suggestion);
  return undefined;
}

/** The cells of a place's coordinates: two, or the one that has both. */
type PointCells = readonly ['lat', 'lng'] | readonly ['lat' | 'lng' | 'coordinates'];

/**
 * Reports an implausible place as an error of each cell that must change, with a suggestion; adds a note for a doubtful
 * place.
 */
function judgePoint(
  line: LineReader,
  { cells, ...point }: LocatedPoint & { cells: PointCells },
  judge: PlaceJudge,
  notes: string[],
): void {
  const district = DISTRICTS.of(point.ubigeo);
  const verdict = judge(point);
  if (!district || verdict.kind === 'plausible') return;
  const reason = placeReason(verdict, district);
  if (verdict.kind === 'doubtful') {
    notes.push(reason);
    return;
  }
  const { suggestion } = verdict;
  const orCentre = `vacíe ${cells.length === 2 ? 'las dos celdas' : 'la celda'} para usar el centro de ${district.name}`;
  for (const key of cells) {
    const own = cells.length === 2 && key !== 'coordinates' ? suggestion?.[key] : undefined;
    if (own !== undefined && own === point[key as 'lat' | 'lng']) continue;
    const meant = suggestion && (cells.length === 2 ? String(own) : `${suggestion.lat}, ${suggestion.lng}`);
    // Empty: a line without coordinates is placed at the centre of its district.
    line.fault(key, reason, meant ? `Escriba ${meant}, o ${orCentre}` : `Corríjala, o ${orCentre}`, meant ?? '');
  }
}

/** Reads the coordinates of a line, from two cells or one. */
function readPointOf(line: LineReader, notes: string[]): { cells: PointCells; lat: number; lng: number } | null {
  const [latitude, longitude] = [line.cell('lat'), line.cell('lng')];
  const one =
    latitude === '' && longitude === ''
      ? 'coordinates'
      : longitude === '' && isPair(latitude)
        ? 'lat'
        : latitude === '' && isPair(longitude)
          ? 'lng'
          : undefined;
  if (one !== undefined) {
    const point = line.value(one, readPoint, null);
    if (point) return { cells: [one], ...point };
    if (line.cell(one) !== '' && !line.isReported(one)) notes.push('El enlace del mapa no dice las coordenadas');
    return null;
  }
  const lat = line.value('lat', (text) => readDegrees(text, 90), null);
  const lng = line.value('lng', (text) => readDegrees(text, 180), null);
  if ((latitude === '') !== (longitude === ''))
    line.fault(latitude === '' ? 'lat' : 'lng', 'Falta', 'Escriba latitud y longitud, o ninguna', '');
  return lat === null || lng === null ? null : { cells: ['lat', 'lng'], lat, lng };
}

function readPlace(line: LineReader, context: LineContext, notes: string[]): OrderInput['place'] {
  const address = line.required('address', 240);
  const reference = line.text('reference', 240);
  const found = readPointOf(line, notes);
  const point = found && { lat: found.lat, lng: found.lng };
  const district = readDistrictOf(line, context, point, notes);
  if (found && district) judgePoint(line, { ...found, ubigeo: district.ubigeo }, context.judge, notes);
  return { address, reference, ubigeo: district?.ubigeo ?? '', point };
}

function noteClient(found: FoundClient, notes: string[]): void {
  if (!found.active) notes.push(`El cliente ${found.name} está inactivo`);
}

/** Removes coordinates that an export marks as approximate: they are only the centre of the district. */
const exactPlace = (line: LineReader, place: OrderInput['place']): OrderInput['place'] =>
  fold(line.cell('accuracy')) === 'aproximada' ? { ...place, point: null } : place;

/** Columns of numbers such as 12-26, which spreadsheets take for dates. */
const DATED = [
  ['guide', 'esta guía'],
  ['clientReference', 'esta referencia'],
  ['itemCode', 'este código'],
] as const;

/** Code of an order, as formatted by `codeOf`. */
const OWN_CODE = /^D\d{7,12}$/;

/** Adds notes on how some columns were interpreted. */
function noteColumns(line: LineReader, { header }: LineContext, rows: number, notes: string[]): void {
  if (header.guessed?.has('packages') && line.cell('packages') !== '')
    notes.push('La carga se tomó como bultos; si está en kilos, seleccione «Peso (kg)» en «Cambiar columnas»');
  if (rows === 1) return;
  notes.push('Varias líneas del mismo documento forman una orden: se sumaron sus bultos y pesos');
  if (line.cell('collectDue') !== '') notes.push('El cobro de las líneas unidas se cobra una sola vez');
}

/**
 * @param rows number of rows of the file that were merged into these cells.
 * @returns the order of a line with its notes, or all errors of the line.
 */
export function readLine(cells: readonly string[], context: LineContext, rows = 1): ReadLine {
  const line = new LineReader(cells, context.header);
  const notes: string[] = [];
  const isUnnamed = context.client !== null && line.cell('client') === '';
  const sender = isUnnamed ? (context.client ?? '') : line.required('client', 160);
  const client = context.clients.find(sender);
  const phones = line.value('phone', readPhones, NO_PHONES);
  const recipient = readRecipient(line);
  const input: Required<OrderInput> = {
    client: { id: client.id, name: client.name, phone: client.phone },
    recipient: { name: recipient, phone: phones.first },
    place: exactPlace(line, readPlace(line, context, notes)),
    ...readWhen(line, context, notes),
    packages: line.value('packages', readPackages, 1),
    weightGrams: line.value('weight', readKilograms, 0),
    clientReference: line.text('clientReference', 64),
    guide: line.text('guide', 64),
    note: readNote(line, recipient, phones, notes),
    collectDue: line.value('collectDue', readSoles, null),
    priority: line.value('priority', readPriority, 'normal'),
  };
  const route = readRoute(line, context.couriers, notes);
  const { errors } = line;
  if (errors.length > 0) return { ok: false, errors };
  noteClient(client, notes);
  const doubt = [phones.first, ...phones.others].map((each) => phoneDoubt(each ?? '')).find((each) => each !== null);
  if (doubt) notes.push(`Teléfono: ${doubt}`);
  noteColumns(line, context, rows, notes);
  for (const [key, what] of DATED)
    if (isDateOfExcel(line.cell(key))) notes.push(`Excel parece haber convertido ${what} en una fecha: revísela`);
  const code = line.cell('code');
  return { ok: true, input, sender, notes, extra: { ...route, ...(OWN_CODE.test(code) && { code }) } };
}
