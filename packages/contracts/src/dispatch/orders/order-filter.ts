import * as z from 'zod/mini';
import { id } from '../../subjects/shared.ts';
import { searchText } from '../../text.ts';
import { day, reasonCode, rowId, ubigeo } from '../platform/fields.ts';
import { ORDER_STATE_CODES, type OrderState } from './order-states.ts';
import { RELATIVE_DAY_CODES, resolveDay } from '../platform/working-day.ts';
import { addDays } from '../platform/zoned-time.ts';
import { codesOf } from '../platform/words.ts';

/** The filter chips above the table, with the text shown. */
export const ORDER_FLAGS = {
  sin_asignar: 'Sin asignar',
  vencidas: 'Atrasadas',
  por_vencer: 'Por vencer',
  no_entregadas: 'No entregadas',
  con_cobro: 'Con cobro',
  con_nota: 'Con nota',
  sin_evidencia: 'Sin evidencia',
  por_ubicar: 'Por ubicar',
} as const;

export type OrderFlag = keyof typeof ORDER_FLAGS;

export const ORDER_FLAG_CODES = codesOf(ORDER_FLAGS);

/** Whether an order kept the first time window that was promised. Cancelled orders and those without a window: none. */
export const ORDER_PROMISES = {
  cumplido: 'Horario cumplido',
  incumplido: 'Horario incumplido',
  vigente: 'Horario aún vigente',
} as const;

export type OrderPromise = keyof typeof ORDER_PROMISES;

export const ORDER_PROMISE_CODES = codesOf(ORDER_PROMISES);

/** At least one of `is` must match, and none of `not`. Empty lists match everything. */
export interface Choice<T extends string = string> {
  is: T[];
  not: T[];
}

/**
 * Selects orders for lists, counters, exports, dashboard and map. All criteria must match. Within a choice, any value
 * is enough, except that all flags must match.
 */
export interface OrderFilter {
  states: Choice<OrderState>;
  couriers: Choice;
  districts: Choice;
  /** Zones that the office has drawn. */
  zones: Choice;
  clients: Choice;
  flags: Choice<OrderFlag>;
  /** Why the last visit failed. */
  reasons: Choice;
  promises: Choice<OrderPromise>;
  /** The hour in which the first promised window begins, `00` to `23`, in the office's zone. */
  hours: Choice;
  /** Days of the office's calendar, inclusive. In an address or saved view they may be relative: `resolveFilter`. */
  from?: string;
  to?: string;
  search?: string;
  /** Orders created or changed by one request, such as an import or a bulk change. */
  batch?: string;
}

/** Query parameter of each choice. The excluding one is prefixed with `no_`. */
const CHOICES = {
  states: 'estado',
  couriers: 'repartidor',
  districts: 'distrito',
  zones: 'zona',
  clients: 'cliente',
  flags: 'marca',
  reasons: 'motivo',
  promises: 'horario',
  hours: 'hora',
} as const satisfies Partial<Record<keyof OrderFilter, string>>;

const MAX_LIST_ITEMS = 200;

/** Maximum number of zones in a filter: each order of its days is compared with the corners of all of them. */
export const MAX_ZONES_IN_FILTER = 20;

/** Comma-separated, so that each parameter occurs once in an address. */
const list = (item: z.ZodMiniType<string>, most = MAX_LIST_ITEMS) =>
  z.optional(
    z.string().check(
      z.maxLength(4000),
      z.refine(
        (text) => text.split(',').length <= most && text.split(',').every((each) => item.safeParse(each).success),
        'La lista no es válida',
      ),
    ),
  );

const choice = <N extends string>(name: N, item: z.ZodMiniType<string>, most?: number) =>
  ({ [name]: list(item, most), [`no_${name}`]: list(item, most) }) as Record<N | `no_${N}`, ReturnType<typeof list>>;

/** A filter as query parameters. Names and values are short and Spanish because people share these links. */
export const orderFilterQuery = z.strictObject({
  ...choice('estado', z.enum(ORDER_STATE_CODES)),
  ...choice('repartidor', rowId),
  ...choice('distrito', ubigeo),
  ...choice('zona', rowId, MAX_ZONES_IN_FILTER),
  ...choice('cliente', id),
  ...choice('marca', z.enum(ORDER_FLAG_CODES)),
  ...choice('motivo', reasonCode),
  ...choice('horario', z.enum(ORDER_PROMISE_CODES)),
  ...choice('hora', z.string().check(z.regex(/^([01]\d|2[0-3])$/))),
  desde: z.optional(day),
  hasta: z.optional(day),
  buscar: z.optional(searchText(100)),
  lote: z.optional(z.uuid()),
});

export type OrderFilterQuery = z.infer<typeof orderFilterQuery>;

const relativeDay = z.optional(z.union([z.enum(RELATIVE_DAY_CODES), day]));

/** A filter in an address or a saved view, whose days may be relative to the day it is opened on. */
export const savedFilterQuery = z.extend(orderFilterQuery, { desde: relativeDay, hasta: relativeDay });

export const emptyFilter = (): OrderFilter =>
  Object.fromEntries(Object.keys(CHOICES).map((field) => [field, { is: [], not: [] }])) as unknown as OrderFilter;

const split = (text: string | undefined): string[] => (text ? [...new Set(text.split(','))] : []);

/** @param query validated by `orderFilterQuery` or `savedFilterQuery`; other parameters are ignored. */
export function readOrderFilter(query: OrderFilterQuery): OrderFilter {
  const filter = emptyFilter();
  for (const [field, name] of Object.entries(CHOICES) as [keyof typeof CHOICES, 'estado'][]) {
    filter[field] = { is: split(query[name]), not: split(query[`no_${name}`]) } as OrderFilter['states'] &
      OrderFilter['flags'] &
      OrderFilter['promises'];
  }
  const search = query.buscar?.trim();
  return {
    ...filter,
    ...(query.desde !== undefined && { from: query.desde }),
    ...(query.hasta !== undefined && { to: query.hasta }),
    ...(search && { search }),
    ...(query.lote !== undefined && { batch: query.lote }),
  };
}

/** The inverse: writes only what filters, so that an empty filter has an empty query. */
export function writeOrderFilter(filter: OrderFilter): OrderFilterQuery {
  const query: Record<string, string> = {};
  for (const [field, name] of Object.entries(CHOICES) as [keyof typeof CHOICES, string][]) {
    const { is, not } = filter[field];
    if (is.length > 0) query[name] = is.join(',');
    if (not.length > 0) query[`no_${name}`] = not.join(',');
  }
  if (filter.from !== undefined) query['desde'] = filter.from;
  if (filter.to !== undefined) query['hasta'] = filter.to;
  if (filter.search) query['buscar'] = filter.search;
  if (filter.batch !== undefined) query['lote'] = filter.batch;
  return query;
}

/** @returns the filter with the dates that its days mean today. */
export function resolveFilter(filter: OrderFilter, today: string): OrderFilter {
  const { from, to } = filter;
  return {
    ...filter,
    ...(from !== undefined && { from: resolveDay(from, today) }),
    ...(to !== undefined && { to: resolveDay(to, today) }),
  };
}

/** How far back a filter without an index or a tally reads. */
export const MAX_DAYS_READ = 31;

const isChosen = ({ is, not }: Choice): boolean => is.length + not.length > 0;

/**
 * Whether a filter must read every order of its days: zone, motive, window and hour have no index. A search and a batch
 * already limit the rows.
 */
const readsAll = ({ zones, reasons, promises, hours, search, batch }: OrderFilter): boolean =>
  [zones, reasons, promises, hours].some(isChosen) && !search && batch === undefined;

/**
 * @returns the first day that a filter with a zone, motive, window or hour reads: at most `MAX_DAYS_READ` days before its last
 * day, or before today. Undefined for other filters, and for those that begin later anyway.
 */
export function firstDayRead(filter: OrderFilter, today: string): string | undefined {
  if (!readsAll(filter)) return undefined;
  const last = filter.to !== undefined && filter.to < today ? filter.to : today;
  const first = addDays(last, -MAX_DAYS_READ);
  return filter.from !== undefined && filter.from >= first ? undefined : first;
}
