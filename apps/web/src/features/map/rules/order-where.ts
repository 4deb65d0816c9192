import { type Order, ORDER_STATES } from '@despacho/contracts/dispatch';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { dayIn } from '#shared/format/format-day.ts';
import { formatTime } from '#shared/format/format-time.ts';
import { exactnessText } from '#shared/map/exactness-text.ts';
import { promiseText } from '#features/orders/rules/due.ts';
import { type CourierRoute } from '#features/orders/state/use-courier-route.ts';
import { delayText } from './delay-text.ts';

/** Where an order is, in words. */
export interface OrderWhere {
  /** «Parada 7 de 12, 2 antes», «Entregada hoy a las 14:05». */
  title: string;
  /** Its courier, or what to do; undefined if the title is enough. */
  text: string | undefined;
  /** When it was promised, and how late it will be: «Prometida hoy, 9:00–11:00 · va con 12 min de retraso». */
  when: string | undefined;
  /** Why the place on the map is not exact; undefined if it is. */
  place: string | undefined;
}

interface Known {
  /** Route of the order's courier; undefined until it is loaded. */
  route: CourierRoute | undefined;
  /** The courier's last sign of life, as part of a sentence. */
  lastSeen: string;
  /** Milliseconds of the server's clock. */
  now: number;
  timeZone: string;
  /** Name of the order's district. */
  district: string;
  /** Whether the place is far from its district. */
  isMisplaced: boolean;
}

const before = (count: number): string =>
  count === 0 ? 'es la siguiente' : count === 1 ? '1 antes' : `${count} antes`;

/** @returns the order's stop among all of the day, and how many remain before it; undefined if it is not among them. */
function stopText({ id }: Order, route: CourierRoute | undefined): string | undefined {
  const index = route?.open.findIndex((stop) => stop.id === id) ?? -1;
  if (!route || index === -1) return undefined;
  return `Parada ${route.done.length + index + 1} de ${route.done.length + route.open.length}, ${before(index)}`;
}

function closedText({ state, closedAt }: Order, now: number, timeZone: string): string {
  if (closedAt === null) return ORDER_STATES[state];
  const isToday = dayIn(timeZone, Date.parse(closedAt)) === dayIn(timeZone, now);
  const when = isToday ? `hoy a las ${formatTime(closedAt, timeZone)}` : `el ${formatDateTime(closedAt, timeZone)}`;
  return `${ORDER_STATES[state]} ${when}`;
}

function placeText({ place }: Order, { district, isMisplaced }: Known): string | undefined {
  const { approximate, exactness } = place;
  if (approximate && exactness && exactness.degree !== 'distrito')
    return `Sin ubicación exacta: ${exactnessText(exactness)}.`;
  if (approximate) return `Sin ubicación exacta: el mapa muestra el centro de ${district}.`;
  return isMisplaced ? `Su ubicación parece equivocada: está lejos de ${district}.` : undefined;
}

/** @returns where an order is, to answer a call: stop and courier, or how and when it ended. */
export function orderWhere(order: Order, known: Known): OrderWhere {
  const { state, courier } = order;
  const place = placeText(order, known);
  const delay = delayText(order, known.route, known.now, known.timeZone);
  const promise = `Prometida ${promiseText(order, known.now, known.timeZone)}`;
  const when = delay === undefined ? promise : `${promise} · ${delay}`;
  if (state === 'pendiente') return { title: 'Nadie la lleva', text: 'Asígnela para que salga a ruta.', when, place };
  if (courier && (state === 'asignada' || state === 'en_ruta')) {
    const stop = stopText(order, known.route);
    return stop === undefined
      ? { title: `La lleva ${courier.name}`, text: known.lastSeen, when, place }
      : { title: stop, text: `${courier.name} · ${known.lastSeen}`, when, place };
  }
  const title = closedText(order, known.now, known.timeZone);
  return { title, text: courier ? `La llevó ${courier.name}.` : 'Ya no está en ruta.', when: undefined, place };
}
