import { type Order, type OrderChanged, type OrderFilterQuery, type OrderList } from '@despacho/contracts/dispatch';

interface Pages {
  pages: OrderList[];
  pageParams: unknown[];
}

/** Whether an order in this state may match a filter. Checks only the state. */
function admits(filter: OrderFilterQuery | undefined, state: string): boolean {
  const [is, not] = [filter?.estado, filter?.no_estado];
  return (is === undefined || is.split(',').includes(state)) && !(not?.split(',').includes(state) ?? false);
}

/**
 * Applies changes to pages of orders.
 * @param patch returns an order after its changes, or undefined if the events are not sufficient; the order then
 * stays unchanged.
 * @param filter if given, orders whose state does not match are removed.
 * @returns the pages, the same object if unchanged, and whether they may be incomplete or outdated.
 */
export function patchPages<P extends Pages>(
  data: P,
  byOrder: ReadonlyMap<string, readonly OrderChanged[]>,
  patch: (order: Order) => Order | undefined,
  filter?: unknown,
): { pages: P; unknown: boolean } {
  const narrow = filter as OrderFilterQuery | undefined;
  const seen = new Set<string>();
  let [isChanged, unknown] = [false, false];
  const pages = data.pages.map((page) => {
    if (!page.orders.some(({ id }) => byOrder.has(id))) return page;
    const orders = page.orders.flatMap((order) => {
      if (!byOrder.has(order.id)) return [order];
      seen.add(order.id);
      const patched = patch(order);
      if (!patched) {
        unknown = true;
        return [order];
      }
      if (patched === order) return [order];
      isChanged = true;
      return narrow && !admits(narrow, patched.state) ? [] : [patched];
    });
    return { ...page, orders };
  });
  for (const [id, events] of byOrder) {
    const state = events.at(-1)?.after.state;
    if (!seen.has(id) && (state === undefined || admits(narrow, state))) unknown = true;
  }
  return { pages: isChanged ? { ...data, pages } : data, unknown };
}
