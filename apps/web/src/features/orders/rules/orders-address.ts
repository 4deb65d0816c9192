import {
  emptyFilter,
  OPEN_STATES,
  type OrderFilter,
  savedFilterQuery,
  type OrderFilterQuery,
  orderSort,
  type OrderSort,
  readOrderFilter,
  writeOrderFilter,
} from '@despacho/contracts/dispatch';

interface OrdersAddress {
  filter: OrderFilter;
  sort: OrderSort;
}

/** Query parameter for all orders, since no filter means open orders. */
const ALL = 'todas';
const SORT = 'orden';

export const USUAL_SORT: OrderSort = 'vence';

/** The default filter: all open orders. */
export function openOrders(): OrderFilter {
  return { ...emptyFilter(), states: { is: [...OPEN_STATES], not: [] } };
}

const FILTER_NAMES = Object.keys(savedFilterQuery.shape) as (keyof OrderFilterQuery)[];

function readQuery(params: URLSearchParams): OrderFilterQuery {
  const query: OrderFilterQuery = {};
  for (const name of FILTER_NAMES) {
    const value = params.get(name) ?? undefined;
    if (value && savedFilterQuery.shape[name].safeParse(value).success) query[name] = value;
  }
  return query;
}

/** @returns filter and sorting as written in the URL; invalid values are ignored. */
export function readOrdersAddress(params: URLSearchParams): OrdersAddress {
  const query = readQuery(params);
  const isEmpty = Object.keys(query).length === 0 && !params.has(ALL);
  return {
    filter: isEmpty ? openOrders() : readOrderFilter(query),
    sort: orderSort.safeParse(params.get(SORT)).data ?? USUAL_SORT,
  };
}

/**
 * @param params current parameters; unrelated ones (the office, an open panel) are kept.
 * @returns the URL parameters, without defaults.
 */
export function writeOrdersAddress({ filter, sort }: OrdersAddress, params = new URLSearchParams()): URLSearchParams {
  const written = new URLSearchParams(params);
  for (const name of [...FILTER_NAMES, ALL, SORT]) written.delete(name);
  const query = writeOrderFilter(filter);
  const usual = JSON.stringify(query) === JSON.stringify(writeOrderFilter(openOrders()));
  if (!usual) for (const [name, value] of Object.entries(query)) written.set(name, String(value));
  if (Object.keys(query).length === 0) written.set(ALL, '1');
  if (sort !== USUAL_SORT) written.set(SORT, sort);
  return written;
}

export const sameFilter = (one: OrderFilter, other: OrderFilter): boolean =>
  JSON.stringify(writeOrderFilter(one)) === JSON.stringify(writeOrderFilter(other));
