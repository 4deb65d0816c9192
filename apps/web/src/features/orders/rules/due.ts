import { DUE_SOON_MINUTES, OPEN_STATES, type Order } from '@despacho/contracts/dispatch';
import { formatDay } from '#shared/format/format-day.ts';
import { workingDayIn } from '#shared/format/working-day.ts';

/** When an order is due, as text. */
interface DueView {
  /** The day, unless it is today. */
  day: string | null;
  hours: string;
  /** Only for open orders. */
  urgency: 'late' | 'soon' | null;
}

const MINUTE = 60_000;

/** «9:00», without a leading zero. */
const short = (time: string): string => time.replace(/^0/, '');

export const windowText = (window: Order['window']): string =>
  window ? `${short(window.from)}–${short(window.to)}` : 'todo el día';

/** The same rule as the service's for «vencidas» and «por vencer». */
function urgencyOf({ state, dueAt }: Pick<Order, 'state' | 'dueAt'>, now: number): DueView['urgency'] {
  if (!OPEN_STATES.some((each) => each === state)) return null;
  const due = Date.parse(dueAt);
  if (due < now) return 'late';
  return due < now + DUE_SOON_MINUTES * MINUTE ? 'soon' : null;
}

export type DueOrder = Pick<Order, 'state' | 'date' | 'window' | 'dueAt'>;

/** @param now epoch milliseconds of the server's clock. */
export function dueView(order: DueOrder, now: number, timeZone: string): DueView {
  const today = workingDayIn(timeZone, now);
  return {
    day: order.date === today ? null : formatDay(order.date, today),
    hours: windowText(order.window),
    urgency: urgencyOf(order, now),
  };
}

/** @param now epoch milliseconds of the server's clock. @returns when an order was promised: «hoy, 9:00–11:00». */
export function promiseText(order: DueOrder, now: number, timeZone: string): string {
  const { day, hours } = dueView(order, now, timeZone);
  return `${day ?? 'hoy'}, ${hours}`;
}

/** @returns the time until or since it is due: «en 45 min», «hace 2 h». */
export function dueIn(dueAt: string, now: number): string {
  const minutes = Math.round((Date.parse(dueAt) - now) / MINUTE);
  const size = Math.abs(minutes);
  const [value, unit] =
    size < 60 ? [size, 'min'] : size < 48 * 60 ? [Math.floor(size / 60), 'h'] : [Math.floor(size / 1440), 'd'];
  return `${minutes < 0 ? 'hace' : 'en'} ${value} ${unit}`;
}
