import {
  type LineError,
  type LocatedPoint,
  MAX_PLACE_KM,
  type OrderInput,
  placeReason,
} from '@despacho/contracts/dispatch';
import { type FoundClient, type KnownClients } from '../clients/known-clients.ts';
import { DISTRICTS } from '../districts/districts.ts';
import { fold } from '../fold.ts';
import { placeJudge } from '../places/judge-places.ts';
import { readDistrict } from './find-district.ts';
import { LineReader } from './line-reader.ts';
import { type Header } from './read-header.ts';
import { NO_PHONES, readPhones } from './read-phones.ts';
import {
  bad,
  type Read,
  readDay,
  readDegrees,
  readKilograms,
  readPackages,
  readSoles,
  readTime,
} from './read-values.ts';

/** The context of a line: the office's calendar and province, and the company's clients. */
export interface LineContext {
  header: Header;
  /** `2026-11-20` in the office's calendar. */
  today: string;
  province: string | undefined;
  /** As in the setting PLACE_MAX_KM; its default if absent. */
  maxKm?: number | undefined;
  clients: KnownClients;
  /** Client of lines without one. */
  client: string | null;
}

type ReadLine = { ok: true; input: OrderInput; notes: string[] } | { ok: false; errors: LineError[] };

const DAY_MS = 86_400_000;
/** Dates older than this many days are considered typing errors. */
const OLDEST_DAYS = 30;
const NEWEST_DAYS = 366;
const MAX_NOTE = 500;

function readPriority(text: string): Read<OrderInput['priority']> {
  const folded = fold(text);
  if (['alta', 'urgente', 'si'].includes(folded)) return { value: 'alta' };
  if (['normal', 'media', 'baja', 'no'].includes(folded)) return { value: 'normal' };
  return bad('No es una prioridad', 'Escriba Normal o Alta');
}

const readDate =
  (today: string) =>
  (text: string): Read<string> => {
    const read = readDay(text);
    if (!('value' in read)) return read;
    const days = (Date.parse(read.value) - Date.parse(today)) / DAY_MS;
    if (days < -OLDEST_DAYS) return bad('La fecha pasó hace más de un mes', 'Revise el año y el mes');
    if (days > NEWEST_DAYS) return bad('Falta más de un año para esa fecha', 'Revise el año');
    return read;
  };

function readWindow(line: LineReader): OrderInput['window'] {
  const from = line.value('windowFrom', readTime, null);
  const to = line.value('windowTo', readTime, null);
  const isFilled = (key: 'windowFrom' | 'windowTo'): boolean => line.cell(key) !== '';
  if (isFilled('windowFrom') !== isFilled('windowTo'))
    line.fault(isFilled('windowFrom') ? 'windowTo' : 'windowFrom', 'Falta', 'Escriba inicio y fin, o ninguno');
  if (from === null || to === null) return null;
  if (from >= to) line.fault('windowTo', 'El fin no es posterior al inicio', 'Corrija una de las dos horas');
  return { from, to };
}

/**
 * Reports an implausible place in the cell, or the two cells, that must change, with a suggestion that makes it
 * plausible; notes a doubtful one.
 */
function judgePoint(
  line: LineReader,
  point: LocatedPoint,
  { province, maxKm = MAX_PLACE_KM }: Pick<LineContext, 'province' | 'maxKm'>,
  notes: string[],
): void {
  const district = DISTRICTS.of(point.ubigeo);
  const verdict = placeJudge(province, maxKm)(point);
  if (!district || verdict.kind === 'plausible') return;
  const reason = placeReason(verdict, district);
  if (verdict.kind === 'doubtful') {
    notes.push(reason);
    return;
  }
  const { suggestion } = verdict;
  const orCentre = `vacíe las dos celdas para usar el centro de ${district.name}`;
  const keys = (['lat', 'lng'] as const).filter((key) => suggestion?.[key] !== point[key]);
  for (const key of keys)
    line.fault(
      key,
      reason,
      suggestion ? `Escriba ${suggestion[key]}, o ${orCentre}` : `Corríjala, o ${orCentre}`,
      // Empty: a line without coordinates is placed at the centre of its district.
      suggestion ? String(suggestion[key]) : '',
    );
}

function readPlace(line: LineReader, { province, maxKm }: LineContext, notes: string[]): OrderInput['place'] {
  const address = line.required('address', 240);
  const reference = line.text('reference', 240);
  if (line.cell('district') === '') line.fault('district', 'Falta', 'Complete esta celda');
  const district = line.value('district', (text) => readDistrict(text, province), undefined);
  const lat = line.value('lat', (text) => readDegrees(text, 90), null);
  const lng = line.value('lng', (text) => readDegrees(text, 180), null);
  if ((line.cell('lat') === '') !== (line.cell('lng') === ''))
    line.fault(line.cell('lat') === '' ? 'lat' : 'lng', 'Falta', 'Escriba latitud y longitud, o ninguna', '');
  const point = lat === null || lng === null ? null : { lat, lng };
  if (point && district) judgePoint(line, { ...point, ubigeo: district.ubigeo }, { province, maxKm }, notes);
  return { address, reference, ubigeo: district?.ubigeo ?? '', point };
}

/** Adds further telephones to the note, the only place an order has for them. */
function noteWith(note: string | null, phones: readonly string[], notes: string[]): string | null {
  if (phones.length === 0) return note;
  const text = `${phones.length === 1 ? 'Otro teléfono' : 'Otros teléfonos'}: ${phones.join(', ')}`;
  const both = note === null ? text : `${note} · ${text}`;
  if (both.length <= MAX_NOTE) return both;
  notes.push(`No cabe en la nota: ${text}`);
  return note;
}

function noteClient(found: FoundClient, notes: string[]): void {
  if (found.id === null) notes.push(`«${found.name}» no está entre los clientes; se guardará el nombre tal cual`);
  else if (!found.active) notes.push(`El cliente ${found.name} está inactivo`);
}

/** @returns the order of a line with its notes, or all errors of the line. */
export function readLine(cells: readonly string[], context: LineContext): ReadLine {
  const line = new LineReader(cells, context.header);
  const notes: string[] = [];
  const isUnnamed = context.client !== null && line.cell('client') === '';
  const client = context.clients.find(isUnnamed ? (context.client ?? '') : line.required('client', 160));
  const phones = line.value('phone', readPhones, NO_PHONES);
  const date = line.value('date', readDate(context.today), '');
  if (line.cell('date') === '') line.fault('date', 'Falta', 'Complete esta celda');
  const input: OrderInput = {
    client: { id: client.id, name: client.name, phone: client.phone },
    recipient: { name: line.required('recipient', 160), phone: phones.first },
    place: readPlace(line, context, notes),
    date,
    window: readWindow(line),
    packages: line.value('packages', readPackages, 1),
    weightGrams: line.value('weight', readKilograms, 0),
    clientReference: line.text('clientReference', 64),
    guide: line.text('guide', 64),
    note: noteWith(line.text('note', MAX_NOTE), phones.others, notes),
    collectDue: line.value('collectDue', readSoles, null),
    priority: line.value('priority', readPriority, 'normal'),
  };
  const { errors } = line;
  if (errors.length > 0) return { ok: false, errors };
  noteClient(client, notes);
  if (date < context.today) notes.push('La fecha ya pasó');
  return { ok: true, input, notes };
}
