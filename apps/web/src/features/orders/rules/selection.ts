import { MAX_ORDERS, type Order } from '@despacho/contracts/dispatch';

/** The chosen orders, each as the person last saw it. */
export interface Selection {
  orders: ReadonlyMap<string, Order>;
  /** Where Shift counts from: the order that was chosen, or unchosen, by itself last. */
  anchor: string | null;
  /** What was chosen before Shift went out from the anchor: whatever it passes and leaves again is as it was then. */
  before: ReadonlyMap<string, Order>;
}

export const NOTHING_SELECTED: Selection = { orders: new Map(), anchor: null, before: new Map() };

/** One request changes at most so many, so no more can be chosen. */
export const MAX_SELECTED = MAX_ORDERS;

const withOrders = (before: ReadonlyMap<string, Order>, added: readonly Order[]): ReadonlyMap<string, Order> => {
  const orders = new Map(before);
  for (const order of added) if (orders.has(order.id) || orders.size < MAX_SELECTED) orders.set(order.id, order);
  return orders;
};

const without = (before: ReadonlyMap<string, Order>, ids: Iterable<string>): ReadonlyMap<string, Order> => {
  const orders = new Map(before);
  for (const id of ids) orders.delete(id);
  return orders;
};

/** Chooses an order, or no longer. */
export function toggled({ orders }: Selection, order: Order): Selection {
  const next = orders.has(order.id) ? without(orders, [order.id]) : withOrders(orders, [order]);
  return { orders: next, anchor: order.id, before: next };
}

/** Everything from the anchor to this order becomes what the anchor is: chosen, or not. What lies beyond is left again. */
export function extended(selection: Selection, list: readonly Order[], order: Order): Selection {
  const { before, anchor } = selection;
  const from = list.findIndex(({ id }) => id === anchor);
  const to = list.findIndex(({ id }) => id === order.id);
  if (from < 0 || to < 0) return toggled(selection, order);
  const between = list.slice(Math.min(from, to), Math.max(from, to) + 1);
  const isChosen = anchor !== null && before.has(anchor);
  return {
    orders: isChosen
      ? withOrders(before, between)
      : without(
          before,
          between.map(({ id }) => id),
        ),
    anchor,
    before,
  };
}

export function added({ orders, anchor }: Selection, more: readonly Order[]): Selection {
  const next = withOrders(orders, more);
  return { orders: next, anchor, before: next };
}

export function removed({ orders, anchor }: Selection, ids: Iterable<string>): Selection {
  const next = without(orders, ids);
  return { orders: next, anchor, before: next };
}

/** Whether it still is where it was when it was chosen: in the same state, with the same courier. */
const isSameState = (chosen: Order, seen: Order): boolean =>
  chosen.state === seen.state && chosen.courier?.id === seen.courier?.id;

/**
 * Takes over what the table shows by now of the chosen orders. One that somebody else moved stays as it was chosen: with
 * its old version the service refuses it and tells how it stands, instead of taking it from them unsaid.
 * @returns the same selection where that is nothing new.
 */
export function refreshed(selection: Selection, seen: readonly Order[]): Selection {
  const newer = seen.filter((order) => {
    const chosen = selection.orders.get(order.id);
    return chosen !== undefined && order.version > chosen.version && isSameState(chosen, order);
  });
  if (newer.length === 0) return selection;
  const { orders, anchor, before } = selection;
  const known = newer.filter(({ id }) => before.has(id));
  return { orders: withOrders(orders, newer), anchor, before: withOrders(before, known) };
}

export interface SelectionTotals {
  count: number;
  /** Céntimos still to be collected. */
  collectDue: number;
  weightGrams: number;
  packages: number;
}

/** @returns what the chosen orders come to. */
export function totalsOf(orders: Iterable<Order>): SelectionTotals {
  const totals = { count: 0, collectDue: 0, weightGrams: 0, packages: 0 };
  for (const { collect, weightGrams, packages } of orders) {
    totals.count += 1;
    totals.collectDue += collect?.collected === null ? collect.due : 0;
    totals.weightGrams += weightGrams;
    totals.packages += packages;
  }
  return totals;
}
