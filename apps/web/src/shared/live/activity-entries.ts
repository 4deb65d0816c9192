import { type DayChange, type OrderChange, ORDER_STATES } from '@despacho/contracts/dispatch';
import { formatDay } from '../format/format-day.ts';
import { formatNumber } from '../format/format-number.ts';
import { orderCount } from '../format/order-count.ts';
import { type DispatchNews } from './event-log.ts';

/** The events of one action. */
export interface ActivityEntry {
  /** Stable while nothing else happens. */
  key: string;
  /** Time of the last event. */
  at: string;
  officeId: string;
  who: string;
  text: string;
  /** Receiving courier, if any. */
  to: string | undefined;
  /** Ids of the orders, each once. */
  orderIds: readonly string[];
  codes: readonly string[];
  kind: OrderChange | 'repartidor' | 'vista';
}

/** The text of the action, followed by the orders. */
const VERBS: Readonly<Record<OrderChange, string>> = {
  creada: 'creó',
  importada: 'importó',
  duplicada: 'creó como copia',
  editada: 'editó',
  ubicada: 'ubicó por su dirección',
  reprogramada: 'reprogramó',
  asignada: 'asignó',
  reasignada: 'reasignó',
  desasignada: 'desasignó',
  reordenada: 'reordenó',
  en_ruta: 'puso en ruta',
  entregada: 'entregó',
  no_entregada: 'no entregó',
  nueva_visita: 'volvió a programar',
  en_devolucion: 'puso en devolución',
  devuelta: 'devolvió',
  anulada: 'anuló',
  corregida: 'corrigió el cierre de',
  visita_aceptada: 'aceptó la visita de',
  visita_rechazada: 'rechazó la visita de',
  deshecha: 'deshizo un cambio de',
};

const COURIER_VERBS = {
  creado: 'creó al repartidor',
  editado: 'editó al repartidor',
  retirado: 'retiró al repartidor',
  ausente: 'marcó ausente a',
  presente: 'marcó presente a',
  documentos: 'cambió los documentos de',
};
/** Texts for changes of a courier's day. Those made by the courier do not name the courier again. */
const DAY_TEXTS: Readonly<Record<DayChange, (courier: string) => string>> = {
  salida: () => 'salió a ruta',
  despachada: (courier) => `dio la salida a ${courier}`,
  cerrada: (courier) => `cerró la ruta de ${courier}`,
  cierre: () => 'envió su cierre del día',
  confirmada: (courier) => `confirmó el cierre del día de ${courier}`,
  reabierta: (courier) => `reabrió el cierre del día de ${courier}`,
};

export const isDayChange = (what: OrderChange | DayChange): what is DayChange => what in DAY_TEXTS;

/** @returns what happened to a courier's day: «confirmó el cierre del día de Rosa Huanca». */
export const dayText = (what: DayChange, courier: string): string => DAY_TEXTS[what](courier);

const ZONE_VERBS = {
  zona_creada: 'dibujó',
  zona_editada: 'cambió',
  zona_quitada: 'quitó',
  zona_restaurada: 'restauró',
};

type ZoneVerb = keyof typeof ZONE_VERBS;

export const isZoneChange = (what: OrderChange | DayChange | ZoneVerb): what is ZoneVerb => what in ZONE_VERBS;

/** @param name of the zone, if it is one. @returns what happened to drawn zones: «dibujó la zona «Sur»». */
export const zonesText = (what: ZoneVerb, name: string | undefined, count: number): string =>
  `${ZONE_VERBS[what]} ${name === undefined ? `${formatNumber(count)} zonas` : `la zona «${name}»`}`;

const VIEW_VERBS = { creada: 'guardó la vista', editada: 'cambió la vista', quitada: 'quitó la vista' };

/** Changes that name the courier who receives the orders. */
const ASSIGNING: ReadonlySet<OrderChange> = new Set<OrderChange>(['asignada', 'reasignada']);

/** Groups events: same request and same effect. */
function keyOf(event: DispatchNews): string {
  if (event.type === 'order.changed')
    return ['o', event.batch, event.what, ASSIGNING.has(event.what) ? event.after.courierId : ''].join(' ');
  if (event.type === 'courier.changed') return ['c', event.courier.id, event.courier.version, event.what].join(' ');
  if (event.type === 'day.changed') return ['d', event.courier.id, event.day, event.at, event.what].join(' ');
  return ['v', event.view.id, event.view.version, event.what].join(' ');
}

/** @returns the text of an action on some orders: «asignó 12 órdenes a Hugo Paredes». */
export function ordersText(kind: OrderChange, codes: readonly string[], to: string | undefined): string {
  const what = codes.length === 1 ? codes.join('') : orderCount(codes.length);
  return `${VERBS[kind]} ${what}${to === undefined ? '' : ` a ${to}`}`;
}

function entryOf(
  key: string,
  events: readonly DispatchNews[],
  courierName: (id: string) => string | undefined,
): ActivityEntry {
  const last = events.at(-1);
  if (!last) throw new Error('Nothing happened');
  const base = { key, at: last.at, officeId: last.officeId, who: last.actor.user, to: undefined };
  const none = { orderIds: [], codes: [] };
  if (last.type === 'courier.changed')
    return { ...base, ...none, kind: 'repartidor', text: `${COURIER_VERBS[last.what]} ${last.courier.name}` };
  if (last.type === 'day.changed')
    return {
      ...base,
      ...none,
      kind: 'repartidor',
      text: `${DAY_TEXTS[last.what](last.courier.name)}${last.isAhead ? `, con fecha del ${formatDay(last.day, last.day)}` : ''}`,
    };
  if (last.type === 'view.changed')
    return { ...base, ...none, kind: 'vista', text: `${VIEW_VERBS[last.what]} «${last.view.name}»` };

  const orders = new Map<string, string>();
  for (const event of events) if (event.type === 'order.changed') orders.set(event.order.id, event.order.code);
  const codes = [...orders.values()];
  const courierId = last.after.courierId;
  const to = ASSIGNING.has(last.what) && courierId ? courierName(courierId) : undefined;
  const corrected =
    last.what === 'corregida' && last.after.state ? `, ahora ${ORDER_STATES[last.after.state].toLowerCase()}` : '';
  return {
    ...base,
    kind: last.what,
    text: `${ordersText(last.what, codes, to)}${corrected}`,
    to,
    orderIds: [...orders.keys()],
    codes,
  };
}

/**
 * Describes events, merging those of one action: «asignó 12 órdenes a Hugo Paredes».
 * @param events oldest first.
 * @param courierName name by courier id, if known.
 * @returns the descriptions, newest first.
 */
export function activityEntries(
  events: readonly DispatchNews[],
  courierName: (id: string) => string | undefined,
): ActivityEntry[] {
  const acts = new Map<string, DispatchNews[]>();
  for (const event of events) {
    const key = keyOf(event);
    const act = acts.get(key);
    if (act) act.push(event);
    else acts.set(key, [event]);
  }
  return [...acts]
    .map(([key, act]) => entryOf(key, act, courierName))
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
