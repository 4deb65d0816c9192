import { COUNTED_STATES, DONE_STATES, FAILED_STATES } from './dashboard.ts';
import { type Choice, emptyFilter, type OrderFilter } from '../orders/order-filter.ts';
import { OPEN_STATES } from '../orders/order-states.ts';

const only = <T extends string>(...is: readonly T[]): Choice<T> => ({ is: [...is], not: [] });

/** The filter of a Dashboard figure and of the list that it opens, without its days. */
export const FIGURE_FILTERS = {
  all: { states: only(...COUNTED_STATES) },
  done: { states: only(...DONE_STATES) },
  delivered: { states: only('entregada') },
  failed: { states: only(...FAILED_STATES) },
  open: { states: only(...OPEN_STATES) },
  late: { flags: only('vencidas') },
  /** Those whose first window is over. */
  promised: { promises: only('cumplido', 'incumplido') },
  kept: { promises: only('cumplido') },
  collected: { states: only('entregada'), flags: only('con_cobro') },
  toCollect: { states: only(...OPEN_STATES), flags: only('con_cobro') },
} satisfies Record<string, Partial<OrderFilter>>;

/**
 * @param day a date, or «hoy» for a link that follows the day.
 * @param parts criteria that must all match; each names other fields.
 */
export const figureFilter = (day: string, ...parts: readonly Partial<OrderFilter>[]): OrderFilter =>
  Object.assign(emptyFilter(), { from: day, to: day }, ...parts) as OrderFilter;

export const byCourier = (id: string): Partial<OrderFilter> => ({ couriers: only(id) });
export const byClient = (id: string): Partial<OrderFilter> => ({ clients: only(id) });
export const byDistrict = (ubigeo: string): Partial<OrderFilter> => ({ districts: only(ubigeo) });
export const byReason = (code: string): Partial<OrderFilter> => ({ reasons: only(code) });
export const byHour = (hour: string): Partial<OrderFilter> => ({ hours: only(hour) });
