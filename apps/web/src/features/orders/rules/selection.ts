import { MAX_ORDERS, type Order } from '@despacho/contracts/dispatch';

/** The selected orders, each as last seen by the user. */
export interface Selection {
  orders: ReadonlyMap<string, Order>;
  /** Start of a Shift range: the order last selected or deselected individually. */
  anchor: string | null;
  /** Selection before the Shift range was extended; restored outside the range when it shrinks. */
  before: ReadonlyMap<string, Order>;
}

export const NOTHING_SELECTED: Selection = { orders: new Map(), anchor: null, before: new Map() };

/** Limit of one request. */
export const MAX_SELECTED = MAX_ORDERS;

const withOrders = (before: ReadonlyMap<string, Order>, added: readonly Order[]): ReadonlyMap<string, Order> => {
  const orders = new Map(before);
  for (const order of added) if (orders.has(order.id) || orders.size < MAX_SELECTED) orders.set(order.id, order);
  return orders;
};

const without = (before: ReadonlyMap<string, Order>, removed: readonly Order[]): ReadonlyMap<string, Order> => {
  const orders = new Map(before);
  for (const { id } of removed) orders.delete(id);
  return orders;
};

/** Selects or deselects an order. */
export function toggled({ orders }: Selection, order: Order): Selection {
  const next = orders.has(order.id) ? without(orders, [order]) : withOrders(orders, [order]);
  return { orders: next, anchor: order.id, before: next };
}

/** Extends the range from the anchor to this order: all are selected, or deselected, like the anchor. */
export function extended(selection: Selection, list: readonly Order[], order: Order): Selection {
  const { before, anchor } = selection;
  const from = list.findIndex(({ id }) => id === anchor);
  const to = list.findIndex(({ id }) => id === order.id);
  if (from < 0 || to < 0) return toggled(selection, order);
  const between = list.slice(Math.min(from, to), Math.max(from, to) + 1);
  const isChosen = anchor !== null && before.has(anchor);
  return { orders: isChosen ? withOrders(before, between) : without(before, between), anchor, before };
}

export function added({ orders, anchor }: Selection, more: readonly Order[]): Selection {
  const next = withOrders(orders, more);
  return { orders: next, anchor, before: next };
}

/** Replaces each selected order by the result of `how`; null deselects it. */
export function mapped({ orders, anchor }: Selection, how: (order: Order) => Order | null): Selection {
  const next = new Map<string, Order>();
  for (const [id, order] of orders) {
    const replacement = how(order);
    if (replacement) next.set(id, replacement);
  }
  return { orders: next, anchor, before: next };
}

/** Whether the order still has the same state and courier. */
const isSameState = (chosen: Order, seen: Order): boolean =>
  chosen.state === seen.state && chosen.courier?.id === seen.courier?.id;

/**
 * Updates the selected orders with newer versions from the table. An order that someone moved keeps its old version,
 * so that the service refuses it and reports its new state, instead of silently overwriting it. After the user's own
 * action the selection has the new version already, and takes the rest of the order from the table.
 * @returns the same selection if nothing is newer.
 */
export function refreshed(selection: Selection, seen: readonly Order[]): Selection {
  const newer = seen.filter((order) => {
    const chosen = selection.orders.get(order.id);
    if (chosen === undefined || order.version < chosen.version) return false;
    return order.version === chosen.version ? order.changed.at !== chosen.changed.at : isSameState(chosen, order);
  });
  if (newer.length === 0) return selection;
  const { orders, anchor, before } = selection;
  const known = newer.filter(({ id }) => before.has(id));
  return { orders: withOrders(orders, newer), anchor, before: withOrders(before, known) };
}

/** @returns the totals of the orders; `collectDue` is in céntimos, still to be collected. */
export function totalsOf(orders: Iterable<Order>) {
  const totals = { count: 0, collectDue: 0, weightGrams: 0, packages: 0 };
  for (const { collect, weightGrams, packages } of orders) {
    totals.count += 1;
    totals.collectDue += collect?.payments.length === 0 ? collect.due : 0;
    totals.weightGrams += weightGrams;
    totals.packages += packages;
  }
  return totals;
}
