import { MODULES, type SessionView } from '@despacho/contracts';
import {
  ATTENTION_KINDS,
  type AttentionCause,
  type AttentionKind,
  type AttentionLine,
  COURIER_DOCUMENTS,
  emptyFilter,
  EVIDENCE_KINDS,
  type OrderFlag,
  PHOTO_FAULTS,
  REVIEW_REASONS,
} from '@despacho/contracts/dispatch';
import { phoneLinks } from '#shared/fields/phone-links.ts';
import { countText } from '#shared/format/count-text.ts';
import { dayIn, formatDay } from '#shared/format/format-day.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatRelative, spanText } from '#shared/format/format-relative.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import {
  closingPath,
  courierPath,
  locatePath,
  orderPath,
  ordersPath,
  reviewPath,
  settlementPath,
} from '#features/orders/rules/orders-path.ts';
import { dayName, type Reader } from './line-times.ts';

/** What the button of a line does. */
export interface LineAction {
  label: string;
  /** A path of this application, or a link to call somebody. */
  href: string;
  isCall?: boolean;
}

interface Place {
  officeId: string;
  viewer: Pick<SessionView, 'charge'>;
}

type ToAction = (line: AttentionLine, place: Place) => LineAction;

interface Kind {
  /** What is wrong, from the facts of the cause, as a sentence without a full stop. */
  text: (cause: AttentionCause, reader: Reader) => string;
  /** Of a line whose most urgent cause is of this kind. */
  action: ToAction;
  /** The chip of the table that lists the orders of this kind, where several can be handled together. */
  flag?: OrderFlag;
  /** The link of a line about several orders, which opens their list; «Verlas» by default. */
  manyLabel?: string;
  /** The window of the desk that handles all of them, where that link leads instead. */
  manyPath?: typeof locatePath;
  /** Who can, for a person who may only read. */
  who?: string;
}

const open =
  (label: string): ToAction =>
  ({ order, courier }, { officeId, viewer }) => ({
    label,
    href: order
      ? orderPath({ id: order.id, officeId }, viewer)
      : ordersPath({ ...emptyFilter(), couriers: { is: courier ? [courier.id] : [], not: [] } }, officeId, viewer),
  });

/** Opens the window that solves it, of the order or the courier of the line, or the courier's day of the cause. */
const solve =
  (label: string, of: 'order' | 'courier', path: typeof settlementPath): ToAction =>
  (line, place) => {
    const id = line[of]?.id;
    if (id === undefined) return open(label)(line, place);
    return { label, href: path({ id, day: line.causes[0]?.day ?? '', ...place }, place.viewer) };
  };

/** Calls the courier, if the telephone is known. */
const callCourier =
  (otherwise: string): ToAction =>
  (line, place) => {
    const links = phoneLinks(line.courier?.phone ?? '');
    return links ? { label: 'Llamar', href: links.tel, isCall: true } : open(otherwise)(line, place);
  };

const hurry: ToAction = (line, place) =>
  line.order?.isAssigned === false ? open('Asignar')(line, place) : callCourier('Ver orden')(line, place);

const callOrList = callCourier('Ver órdenes');

const MINUTE = 60_000;

/** @returns a span of time, at least a minute: «35 min», «3 h», «2 d». */
const minutesText = (milliseconds: number): string => spanText(Math.max(MINUTE, milliseconds));

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** @returns the text of a kind that began some time ago: «Sin señal hace 16 min». */
const ago =
  (text: string, more = ''): Kind['text'] =>
  ({ since }, { now }) =>
    `${text} ${formatRelative(since, new Date(now))}${more}`;

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

/** What a person reads and does about each kind. */
const KINDS: Readonly<Record<AttentionKind, Kind>> = {
  tarde: {
    text: ({ since }, { now }) => `Atrasada ${minutesText(now - Date.parse(since))}`,
    action: hurry,
    flag: 'vencidas',
  },
  sin_senal: { text: ago('Sin señal'), action: callOrList },
  por_vencer: {
    text: ({ due = '' }, { now }) => {
      const left = Date.parse(due) - now;
      return left < MINUTE ? 'Vence ya' : `Vence en ${minutesText(left)}`;
    },
    action: hurry,
    flag: 'por_vencer',
  },
  sin_asignar: { text: ago('Sin asignar'), action: open('Asignar'), flag: 'sin_asignar', manyLabel: 'Asignarlas' },
  revisar: {
    text: ({ why = 'foto' }) =>
      why === 'foto' ? 'Foto dudosa por revisar' : `Visita por revisar: ${lower(REVIEW_REASONS[why])}`,
    action: solve('Decidir', 'order', reviewPath),
  },
  tope: {
    text: ({ amounts }) =>
      amounts
        ? `Lleva ${formatSoles(amounts.paid)} en efectivo; el tope es ${formatSoles(amounts.due)}`
        : 'Lleva más efectivo que el tope',
    action: callOrList,
  },
  cobro: {
    text: ({ amounts }) =>
      amounts ? `Cobró ${formatSoles(amounts.paid)} de ${formatSoles(amounts.due)}` : 'Se cobró otro monto',
    action: open('Ver cobro'),
  },
  acuerdo: {
    text: ({ amounts, times = 0, day = '' }, reader) => {
      const parts = [
        ...(amounts ? [`gastos de ${formatSoles(amounts.paid)}, con tope de ${formatSoles(amounts.due)}`] : []),
        ...(times > 0 ? [`${countText(times, 'cobro', 'cobros')} por menos, recibidos por quien los cerró`] : []),
      ];
      return `Por aceptar en el día ${dayName(day, reader)}: ${parts.join(' y ') || 'gastos sobre el tope'}`;
    },
    action: solve('Revisar', 'courier', settlementPath),
  },
  sin_prueba: {
    text: ({ missing = [] }) => `Falta la prueba: ${missing.map((kind) => lower(EVIDENCE_KINDS[kind])).join(', ')}`,
    action: open('Ver fotos'),
  },
  prueba: {
    text: ({ faults = [] }) =>
      faults.length === 0
        ? 'La prueba tiene observaciones'
        : `Prueba: ${faults.map((fault) => lower(PHOTO_FAULTS[fault])).join(', ')}`,
    action: open('Ver fotos'),
  },
  reasignada: { text: ({ times = 0 }) => `Reasignada ${times} veces`, action: open('Ver orden') },
  parado: { text: ago('Parado', ', lejos de sus direcciones'), action: callOrList },
  fuera: { text: ago('Fuera de sus zonas'), action: callOrList },
  sin_cierre: {
    text: ({ day = '' }, reader) => `Ruta ${dayName(day, reader)} sin cierre`,
    action: solve('Cerrar ruta', 'courier', closingPath),
  },
  documentos: {
    text: ({ documents = [] }, reader) =>
      documents.map((document) => documentText(document, reader)).join('; ') || 'Tiene documentos por vencer',
    action: solve('Ver repartidor', 'courier', courierPath),
  },
  sin_lugar: {
    text: () => 'Por ubicar',
    action: solve('Ubicar', 'order', locatePath),
    manyLabel: 'Ubicarlas',
    manyPath: locatePath,
    who: `Ubica quien tiene el módulo «${MODULES.U01.name}»`,
  },
};

/**
 * @returns the causes of a line, the most urgent first: «Vence en 28 min y sin asignar hace 2 h», or how many orders it
 * is about: «197 órdenes por ubicar».
 */
export function lineTitle({ causes, many }: Pick<AttentionLine, 'causes' | 'many'>, reader: Reader): string {
  if (many && causes[0])
    return `${formatNumber(many.count)}${many.more ? ' o más' : ''} ${ATTENTION_KINDS[causes[0].kind].many ?? 'líneas'}`;
  const [first = '', ...others] = causes.map((cause) => KINDS[cause.kind].text(cause, reader));
  const last = others.pop();
  if (last === undefined) return first;
  return [first, ...others.map(lower)].join(', ') + ` y ${lower(last)}`;
}

/** @returns whom a line is about: the order with its client and district, the courier, and what the courier carries. */
export function lineSubject({ order, courier, causes, many }: AttentionLine): string {
  if (many) return `La primera: ${order?.code ?? courier?.name ?? ''}`;
  const orders = causes.find((cause) => cause.orders !== undefined)?.orders;
  const carried = orders === undefined ? null : `${countText(orders, 'orden', 'órdenes')} a bordo`;
  const where = [order?.client, order?.district].filter((text) => typeof text === 'string').join(', ');
  return [order?.code, where, courier?.name, carried].filter(Boolean).join(' · ');
}

/** @returns the table with the orders of a kind; null if it has no such filter. */
export function tableOf(kind: AttentionKind, { officeId, viewer }: Place): string | null {
  const { flag } = KINDS[kind];
  return flag ? ordersPath({ ...emptyFilter(), flags: { is: [flag], not: [] } }, officeId, viewer) : null;
}

/** @returns the action of a line. */
export function actionOf(line: AttentionLine, place: Place): LineAction | null {
  const [first] = line.causes;
  return first ? KINDS[first.kind].action(line, place) : null;
}

/** @returns the label of the link of a line about several orders. */
export const manyLabel = (kind: AttentionKind): string => KINDS[kind].manyLabel ?? 'Verlas';

/** @returns the path of the window that handles all lines of a kind; null if their list does. */
export const manyPath = (kind: AttentionKind, { officeId, viewer }: Place): string | null =>
  KINDS[kind].manyPath?.({ id: '', officeId }, viewer) ?? null;

/** @returns who can handle a line, for a person who may only read; undefined where that needs no words. */
export const whoCan = ({ causes: [first] }: Pick<AttentionLine, 'causes'>): string | undefined =>
  first && KINDS[first.kind].who;
