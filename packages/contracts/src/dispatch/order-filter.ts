import * as z from 'zod/mini';
import { id } from '../subjects/shared.ts';
import { searchText } from '../text.ts';
import { day, rowId, ubigeo } from './fields.ts';
import { ORDER_STATE_CODES, type OrderState } from './order-states.ts';

/** The chips of the table, with the names people see. */
export const ORDER_FLAGS = {
  sin_asignar: 'Sin asignar',
  vencidas: 'Vencidas',
  por_vencer: 'Por vencer',
  no_entregadas: 'No entregadas',
  con_cobro: 'Con cobro',
  con_nota: 'Con nota',
  sin_evidencia: 'Sin evidencia',
} as const;

export type OrderFlag = keyof typeof ORDER_FLAGS;

export const ORDER_FLAG_CODES = Object.keys(ORDER_FLAGS) as [OrderFlag, ...OrderFlag[]];

/** What belongs to a group at least once (`is`), and what must not (`not`). Empty means "whatever". */
export interface Choice<T extends string = string> {
  is: T[];
  not: T[];
}

/**
 * Which orders are meant: the one filter behind list, counters, export, dashboard and map. Everything in it must hold
 * at once; within one choice any of its values will do, but of the flags each one must hold.
 */
export interface OrderFilter {
  states: Choice<OrderState>;
  couriers: Choice;
  districts: Choice;
  clients: Choice;
  flags: Choice<OrderFlag>;
  /** Days of the office's calendar, both included. */
  from?: string;
  to?: string;
  search?: string;
  /** Those that one request made or changed: an import, a bulk change. */
  batch?: string;
}

/** In an address: the name of each choice. The one that excludes has `no_` before it. */
const CHOICES = {
  states: 'estado',
  couriers: 'repartidor',
  districts: 'distrito',
  clients: 'cliente',
  flags: 'marca',
} as const satisfies Partial<Record<keyof OrderFilter, string>>;

const LONGEST_LIST = 200;

/** Values with commas between them, so that each name stands in an address once. */
const list = (item: z.ZodMiniType<string>) =>
  z.optional(
    z.string().check(
      z.maxLength(4000),
      z.refine(
        (text) =>
          text.split(',').length <= LONGEST_LIST && text.split(',').every((each) => item.safeParse(each).success),
        'La lista no es válida',
      ),
    ),
  );

const choice = <N extends string>(name: N, item: z.ZodMiniType<string>) =>
  ({ [name]: list(item), [`no_${name}`]: list(item) }) as Record<N | `no_${N}`, ReturnType<typeof list>>;

/** The filter as the query of an address. Names and values are short and Spanish: people share these addresses. */
export const orderFilterQuery = z.strictObject({
  ...choice('estado', z.enum(ORDER_STATE_CODES)),
  ...choice('repartidor', rowId),
  ...choice('distrito', ubigeo),
  ...choice('cliente', id),
  ...choice('marca', z.enum(ORDER_FLAG_CODES)),
  desde: z.optional(day),
  hasta: z.optional(day),
  buscar: z.optional(searchText(100)),
  lote: z.optional(z.uuid()),
});

export type OrderFilterQuery = z.infer<typeof orderFilterQuery>;

export const emptyFilter = (): OrderFilter => ({
  states: { is: [], not: [] },
  couriers: { is: [], not: [] },
  districts: { is: [], not: [] },
  clients: { is: [], not: [] },
  flags: { is: [], not: [] },
});

const split = (text: string | undefined): string[] => (text ? [...new Set(text.split(','))] : []);

/** @param query checked by `orderFilterQuery`; other names in it are left alone. */
export function readOrderFilter(query: OrderFilterQuery): OrderFilter {
  const filter = emptyFilter();
  for (const [field, name] of Object.entries(CHOICES) as [keyof typeof CHOICES, 'estado'][]) {
    filter[field] = { is: split(query[name]), not: split(query[`no_${name}`]) } as OrderFilter['states'] &
      OrderFilter['flags'];
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

/** The other way round: only what narrows is written, so that no filter at all is an address without a query. */
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
