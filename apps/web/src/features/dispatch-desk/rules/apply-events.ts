import {
  ORDER_CREATIONS,
  type OrderChanged,
  type OrderFields,
  type OrderFilter,
  type OrderFlag,
  type OrderSort,
} from '@despacho/contracts/dispatch';
import { type MapOrder } from '../../orders/rules/map-order.ts';
import { admits, matchesFilter } from '../../orders/rules/matches-filter.ts';
import { endOf, isInRange, isSortable, placeOf } from './page-range.ts';
import { DUE } from './patch-order.ts';

/** Pages of an infinite query of a table or a map. */
export interface Pages<O extends MapOrder = MapOrder> {
  pages: { orders: O[]; next: string | null }[];
  pageParams: unknown[];
}

/** What a cached list shows. */
export interface ListQuery {
  filter: OrderFilter;
  sort: OrderSort;
}

/** All changes of one order at once: the values before the first, and after the last. */
interface Net {
  before: Partial<OrderFields>;
  after: Partial<OrderFields>;
  isNew: boolean;
  batches: readonly string[];
}

const CREATIONS: readonly string[] = ORDER_CREATIONS;

const netOf = (events: readonly OrderChanged[]): Net => ({
  before: Object.assign({}, ...events.map(({ before }) => before).toReversed()) as Net['before'],
  after: Object.assign({}, ...events.map(({ after }) => after)) as Net['after'],
  isNew: events.some(({ what }) => CREATIONS.includes(what)),
  batches: events.map(({ batch }) => batch),
});

type Field = keyof OrderFields;

/** Fields that the service searches. */
const SEARCHED: readonly Field[] = [
  'clientName',
  'clientPhone',
  'recipient',
  'phone',
  'address',
  'reference',
  'ubigeo',
  'clientReference',
  'guide',
];

const FLAG_FIELDS: Record<OrderFlag, readonly Field[]> = {
  sin_asignar: ['state'],
  vencidas: ['state', ...DUE],
  por_vencer: ['state', ...DUE],
  no_entregadas: ['state'],
  con_cobro: ['collectDue'],
  con_nota: ['note'],
  sin_evidencia: ['state'],
};

const SORT_FIELDS: Record<string, readonly Field[]> = {
  codigo: [],
  vence: DUE,
  destinatario: ['recipient'],
  cliente: ['clientName'],
};

const touches = ({ after }: Net, fields: readonly Field[]): boolean => fields.some((field) => field in after);

const sortFields = (sort: OrderSort): readonly Field[] => SORT_FIELDS[sort.replace('-', '')] ?? [];

/** Whether an order that is not in the loaded rows may belong there after its changes. */
function mayEnter({ filter, sort }: ListQuery, net: Net): boolean {
  const { before, after } = net;
  let enters = net.isNew || touches(net, sortFields(sort));
  const choices = [
    [filter.states, 'state'],
    [filter.couriers, 'courierId'],
    [filter.districts, 'ubigeo'],
    [filter.clients, 'clientId'],
  ] as const;
  for (const [choice, field] of choices) {
    const value = after[field];
    if (value === undefined || choice.is.length + choice.not.length === 0) continue;
    if (!admits<string>(choice, value)) return false;
    const was = before[field];
    enters ||= was === undefined || !admits<string>(choice, was);
  }
  const { date } = after;
  if (date !== undefined) {
    if ((filter.from !== undefined && date < filter.from) || (filter.to !== undefined && date > filter.to))
      return false;
    enters ||= filter.from !== undefined || filter.to !== undefined;
  }
  return (
    enters ||
    [...filter.flags.is, ...filter.flags.not].some((flag) => touches(net, FLAG_FIELDS[flag])) ||
    (filter.search !== undefined && touches(net, SEARCHED)) ||
    (filter.batch !== undefined && net.batches.includes(filter.batch))
  );
}

/**
 * Applies changes of orders to the loaded pages of a list.
 * @param patch returns an order after its changes, or undefined if the events are not sufficient.
 * @param now epoch milliseconds of the server's clock.
 * @returns the pages, the same object if unchanged, and the ids of orders to request from the service, because
 * the events do not decide them.
 */
export function applyEvents<O extends MapOrder>(
  data: Pages<O>,
  query: ListQuery,
  byOrder: ReadonlyMap<string, readonly OrderChanged[]>,
  patch: (order: O) => O | undefined,
  now: number,
): { pages: Pages<O>; ask: string[] } {
  const { filter, sort } = query;
  const ask = new Set<string>();
  const loaded = new Set<string>();
  const pages = data.pages.map((page) => {
    if (!page.orders.some(({ id }) => byOrder.has(id))) return page;
    const orders = page.orders.flatMap((order) => {
      const events = byOrder.get(order.id);
      if (!events) return [order];
      loaded.add(order.id);
      const patched = patch(order);
      if (!patched) ask.add(order.id);
      if (!patched || patched === order) return [order];
      const matches = matchesFilter(filter, patched, now);
      if (matches === false) return [];
      const net = netOf(events);
      if (
        matches === undefined ||
        touches(net, sortFields(sort)) ||
        (filter.search !== undefined && touches(net, SEARCHED))
      )
        ask.add(order.id);
      return [patched];
    });
    return orders.length === page.orders.length && orders.every((order, at) => order === page.orders[at])
      ? page
      : { ...page, orders };
  });
  const isChanged = pages.some((page, at) => page !== data.pages[at]);
  for (const [id, events] of byOrder) if (!loaded.has(id) && mayEnter(query, netOf(events))) ask.add(id);
  return { pages: isChanged ? { ...data, pages } : data, ask: [...ask] };
}

/**
 * Puts the service's response about some orders into the loaded pages of a list.
 * @param ids requested orders; those without a row do not match, and are removed.
 * @param rows those that match.
 * @returns the pages, the same object if unchanged; undefined if the sorting is by text, whose order only the service
 * can compute, and a row has to be positioned.
 */
export function applyRows<O extends MapOrder>(
  data: Pages<O>,
  sort: OrderSort,
  ids: readonly string[],
  rows: readonly O[],
): Pages<O> | undefined {
  const asked = new Set(ids);
  const known = new Map(data.pages.flatMap(({ orders }) => orders.map((order) => [order.id, order] as const)));
  // A later event may have been applied while the request was pending.
  const newest = rows.map((row) => {
    const old = known.get(row.id);
    return old && old.version > row.version ? old : row;
  });
  if (newest.length === 0 && !ids.some((id) => known.has(id))) return data;
  if (newest.length > 0 && !isSortable(sort)) return undefined;
  const pages = data.pages.map((page) => ({ ...page, orders: page.orders.filter(({ id }) => !asked.has(id)) }));
  for (const row of newest) {
    const place = placeOf(sort, row);
    const page = pages.find(({ next }) => {
      const end = next === null ? place : endOf(sort, next);
      return end && isInRange(sort, place, end);
    });
    if (!page) continue;
    const at = page.orders.findIndex((each) => isInRange(sort, place, placeOf(sort, each)));
    page.orders.splice(at < 0 ? page.orders.length : at, 0, row);
  }
  return { ...data, pages };
}
