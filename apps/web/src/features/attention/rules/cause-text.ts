import {
  type AttentionCause,
  type AttentionKind,
  type AttentionLine,
  COURIER_DOCUMENTS,
  EVIDENCE_KINDS,
  manyOf,
  PHOTO_FAULTS,
  REVIEW_REASONS,
} from '@despacho/contracts/dispatch';
import { dayAfter, dayIn, formatDay } from '#shared/format/format-day.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatRelative, spanText } from '#shared/format/format-relative.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { localIn, timeIn } from '#shared/format/zoned-parts.ts';

/** Where and when a line is read. */
export interface Reader {
  timeZone: string;
  /** Epoch milliseconds of the server's clock. */
  now: number;
}

const MINUTE = 60_000;

/** @returns a span of time, at least a minute: «35 min», «3 h», «2 d». */
const minutesText = (milliseconds: number): string => spanText(Math.max(MINUTE, milliseconds));

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function dayName(day: string, { timeZone, now }: Reader): string {
  const today = dayIn(timeZone, now);
  if (day === today) return 'de hoy';
  return day === dayAfter(today, -1) ? 'de ayer' : `del ${formatDay(day, today)}`;
}

/** «SOAT venció el 17 nov», «Licencia de conducir vence hoy». */
function documentText(
  { kind, until }: NonNullable<AttentionCause['documents']>[number],
  { timeZone, now }: Reader,
): string {
  const today = dayIn(timeZone, now);
  const name = COURIER_DOCUMENTS[kind];
  if (until === today) return `${name}: vence hoy`;
  return `${name}: ${until < today ? 'venció' : 'vence'} el ${formatDay(until, today)}`;
}

/** The sentence of each kind. */
const TEXTS: Record<AttentionKind, (cause: AttentionCause, reader: Reader) => string> = {
  tarde: ({ since }, { now }) => `Atrasada ${minutesText(now - Date.parse(since))}`,
  sin_senal: ({ since }, { now }) => `Sin señal ${formatRelative(since, new Date(now))}`,
  por_vencer: ({ due = '' }, { now }) => {
    const left = Date.parse(due) - now;
    return left < MINUTE ? 'Vence ya' : `Vence en ${minutesText(left)}`;
  },
  sin_asignar: ({ since }, { now }) => `Sin asignar ${formatRelative(since, new Date(now))}`,
  revisar: ({ why }) => {
    if (why === undefined || why === 'foto') return 'Foto dudosa por revisar';
    return `Visita por revisar: ${lower(REVIEW_REASONS[why])}`;
  },
  cobro: ({ amounts }) =>
    amounts ? `Cobró ${formatSoles(amounts.paid)} de ${formatSoles(amounts.due)}` : 'Se cobró otro monto',
  acuerdo: ({ amounts, times = 0, day = '' }, reader) => {
    const parts = [
      ...(amounts ? [`gastos de ${formatSoles(amounts.paid)}, con tope de ${formatSoles(amounts.due)}`] : []),
      ...(times > 0 ? [`${times} ${times === 1 ? 'cobro' : 'cobros'} por menos, recibidos por quien los cerró`] : []),
    ];
    return `Por aceptar en el día ${dayName(day, reader)}: ${parts.join(' y ') || 'gastos sobre el tope'}`;
  },
  sin_prueba: ({ missing = [] }) => {
    const names = missing.map((kind) => lower(EVIDENCE_KINDS[kind]));
    return `Falta la prueba: ${names.join(', ')}`;
  },
  tope: ({ amounts }) =>
    amounts
      ? `Lleva ${formatSoles(amounts.paid)} en efectivo; el tope es ${formatSoles(amounts.due)}`
      : 'Lleva más efectivo que el tope',
  prueba: ({ faults = [] }) =>
    faults.length === 0
      ? 'La prueba tiene observaciones'
      : `Prueba: ${faults.map((fault) => lower(PHOTO_FAULTS[fault])).join(', ')}`,
  reasignada: ({ times = 0 }) => `Reasignada ${times} veces`,
  parado: ({ since }, { now }) => `Parado ${formatRelative(since, new Date(now))}, lejos de sus direcciones`,
  fuera: ({ since }, { now }) => `Fuera de sus zonas ${formatRelative(since, new Date(now))}`,
  documentos: ({ documents = [] }, reader) =>
    documents.map((document) => documentText(document, reader)).join('; ') || 'Tiene documentos por vencer',
  sin_cierre: ({ day = '' }, reader) => `Ruta ${dayName(day, reader)} sin cierre`,
  sin_lugar: () => 'Por ubicar',
};

/** @returns what is wrong, as a sentence without a full stop. */
export const causeText = (cause: AttentionCause, reader: Reader): string => TEXTS[cause.kind](cause, reader);

/**
 * @returns the causes of a line, the most urgent first: «Vence en 28 min y sin asignar hace 2 h», or how many orders it
 * stands for: «197 órdenes por ubicar».
 */
export function lineTitle({ causes, many }: Pick<AttentionLine, 'causes' | 'many'>, reader: Reader): string {
  if (many && causes[0])
    return `${formatNumber(many.count)}${many.more ? ' o más' : ''} ${manyOf(causes[0].kind) ?? 'líneas'}`;
  const texts = causes.map((cause) => causeText(cause, reader));
  const [first = '', ...others] = texts;
  const last = others.pop();
  if (last === undefined) return first;
  return [first, ...others.map(lower)].join(', ') + ` y ${lower(last)}`;
}

/** @returns whom a line is about: the order with its client and district, the courier, and what the courier carries. */
export function lineSubject({ order, courier, causes, many }: AttentionLine): string {
  if (many) return `La primera: ${order?.code ?? courier?.name ?? ''}`;
  const orders = causes.find((cause) => cause.orders !== undefined)?.orders;
  const carried = orders === undefined ? null : orders === 1 ? '1 orden a bordo' : `${orders} órdenes a bordo`;
  const where = [order?.client, order?.district].filter((text) => typeof text === 'string').join(', ');
  return [order?.code, where, courier?.name, carried].filter(Boolean).join(' · ');
}

/** @returns the day of an instant in words, '' for today, and its time: «ayer» and «12:24». */
function dayAndTime(iso: string, { timeZone, now }: Reader): { day: string; time: string } {
  const today = dayIn(timeZone, now);
  const { date } = localIn(timeZone, Date.parse(iso));
  const words = new Map([
    [today, ''],
    [dayAfter(today, 1), 'mañana'],
    [dayAfter(today, -1), 'ayer'],
  ]);
  return { day: words.get(date) ?? formatDay(date, today), time: timeIn(timeZone, Date.parse(iso)) };
}

/** @returns a time of the office: «12:24», «ayer 12:24», «20 nov 12:24». */
export function shortWhen(iso: string, reader: Reader): string {
  const { day, time } = dayAndTime(iso, reader);
  return day === '' ? time : `${day} ${time}`;
}

/** @returns the same without the time if that is not of today: «ayer», «20 nov». */
export function shortSince(iso: string, reader: Reader): string {
  const { day, time } = dayAndTime(iso, reader);
  return day === '' ? time : day;
}

/** @returns until when an order was promised: «antes de 14:00», or «durante el día» without a window. */
export function promiseText(due: string, reader: Reader): string {
  const isEndOfDay = timeIn(reader.timeZone, Date.parse(due)) === '00:00';
  return isEndOfDay ? 'durante el día' : `antes de ${shortWhen(due, reader)}`;
}
