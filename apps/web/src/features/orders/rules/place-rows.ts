import { type Order, type OrderSort, readPageCursor } from '@despacho/contracts/dispatch';
import { replaceEqualDeep } from '@tanstack/react-query';
import { type MapOrder } from './map-order.ts';

/** Loaded pages of an infinite query of a table or a map. */
export interface Pages<O extends MapOrder = MapOrder> {
  pages: { orders: O[]; next: string | null }[];
  pageParams: unknown[];
}

/** The position of an order in a list: by due time, compared as text (all instants have the same form), then by id. */
interface Place {
  /** Empty in a list sorted by code. */
  due: string;
  id: number;
}

const isByDue = (sort: OrderSort): boolean => sort.endsWith('vence');

/** Whether the page can sort orders as the service does. The collation of texts is the database's. */
const isSortable = (sort: OrderSort): boolean => isByDue(sort) || sort.endsWith('codigo');

const placeOf = (sort: OrderSort, { id, dueAt }: Pick<Order, 'id' | 'dueAt'>): Place => ({
  due: isByDue(sort) ? dueAt : '',
  id: Number(id),
});

/** @returns the place at which a page ends. */
function endOf(sort: OrderSort, cursor: string): Place | undefined {
  const [, value, id] = readPageCursor(cursor) ?? [];
  return id === undefined ? undefined : { due: isByDue(sort) ? String(value) : '', id };
}

/** @returns whether a place is at or before another one. */
function isInRange(sort: OrderSort, place: Place, end: Place): boolean {
  const order = place.due === end.due ? place.id - end.id : place.due < end.due ? -1 : 1;
  return sort.startsWith('-') ? order >= 0 : order <= 0;
}

/** @returns the text by which a list is sorted, if only the service can sort it; maps have no such list. */
const textOf = (sort: OrderSort, order: MapOrder & Partial<Pick<Order, 'client'>>): string | undefined =>
  sort.endsWith('cliente') ? order.client?.name : order.recipient.name;

/**
 * Puts the service's answer about some orders into the loaded pages of a list.
 * @param ids requested orders; those without a row do not match the list's filter, and are removed.
 * @param rows those that match.
 * @returns the pages, the same object if unchanged; undefined if a row has to be positioned in a sorting by text, whose
 * order only the service can compute.
 */
export function placeRows<O extends MapOrder>(
  data: Pages<O>,
  sort: OrderSort,
  ids: readonly string[],
  rows: readonly O[],
): Pages<O> | undefined {
  const requested = new Set(ids);
  const known = new Map(data.pages.flatMap(({ orders }) => orders.map((order) => [order.id, order] as const)));
  if (rows.length === 0 && !ids.some((id) => known.has(id))) return data;
  // A later answer may have arrived first.
  const newest = new Map(
    rows.map((row) => {
      const old = known.get(row.id);
      return [row.id, old && old.version > row.version ? old : row] as const;
    }),
  );
  const pagesWith = (replacement: (order: O) => O | undefined): Pages<O>['pages'] =>
    data.pages.map((page) => ({
      ...page,
      orders: page.orders.flatMap((order) => (requested.has(order.id) ? (replacement(order) ?? []) : order)),
    }));
  if (!isSortable(sort)) {
    const staysInPlace = (row: O): boolean => {
      const old = known.get(row.id);
      return old !== undefined && textOf(sort, old) === textOf(sort, row);
    };
    if (![...newest.values()].every(staysInPlace)) return undefined;
    return { ...data, pages: pagesWith(({ id }) => newest.get(id)) };
  }
  const pages = pagesWith(() => undefined);
  for (const row of newest.values()) {
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

const areSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at]);

/**
 * `structuralSharing` of lists of orders: keeps the objects of rows and pages that did not change, so that only changed
 * rows are rendered. React Query compares by position, which makes every row behind an added one new.
 * @param before the cached list, if any.
 * @returns the new list; the cached one if it is equal.
 */
export function shareRows(before: unknown, after: unknown): unknown {
  const [old, list] = [before as Pages | undefined, after as Pages];
  if (!old) return list;
  const known = new Map(old.pages.flatMap(({ orders }) => orders.map((order) => [order.id, order] as const)));
  const pages = list.pages.map((page, at) => {
    const orders = page.orders.map((order) => replaceEqualDeep(known.get(order.id), order));
    const same = old.pages[at];
    return same?.next === page.next && areSame(same.orders, orders) ? same : { ...page, orders };
  });
  return areSame(old.pages, pages) && areSame(old.pageParams, list.pageParams) ? old : { ...list, pages };
}
