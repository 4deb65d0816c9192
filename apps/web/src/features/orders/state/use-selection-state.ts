import { type Order, type OrderFilter, type OrderSort, writeOrderFilter } from '@despacho/contracts/dispatch';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { orderCount } from '#shared/format/order-count.ts';
import { notifyFailure } from '#shared/dialogs/notify-failure.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { announce } from '#shared/hooks/announce.ts';
import { readOrders, readPages } from '../api/orders-queries.ts';
import {
  added,
  mapped,
  MAX_SELECTED,
  NOTHING_SELECTED,
  refreshed,
  extended,
  toggled,
  totalsOf,
} from '../rules/selection.ts';
import { keepSelection, keptSelection } from './kept-selection.ts';
import { WholeResult } from './whole-result.ts';

interface Result {
  officeId: string;
  filter: OrderFilter;
  sort: OrderSort;
}

/** Loads orders to select; cancelled when `list`, the query of the table, changes. */
function useWholeResult(list: string, onResult: (orders: readonly Order[]) => void) {
  const [isReading, setReading] = useState(false);
  const [whole] = useState(() => new WholeResult(setReading));
  useEffect(() => whole.cancel, [whole, list]);

  const read = async (ask: (signal: AbortSignal) => Promise<readonly Order[]>): Promise<void> => {
    try {
      const orders = await whole.read(ask);
      if (orders) onResult(orders);
    } catch (error) {
      // HttpFailure is already shown as a notification.
      if (!(error instanceof HttpFailure)) throw error;
    }
  };
  return { isReading, read, cancel: whole.cancel };
}

/**
 * The selected orders of an office, the same on every screen of orders. `list` is the loaded part of the table and
 * updates the selected orders.
 */
export function useSelectionState({ officeId, filter, sort }: Result, list: readonly Order[]) {
  const client = useQueryClient();
  const [selection, setSelection] = useState(() => keptSelection(client, officeId));
  const fresh = refreshed(selection, list);
  if (fresh !== selection) setSelection(fresh);

  const latest = useRef(fresh);
  useEffect(() => {
    latest.current = fresh;
    keepSelection(client, officeId, fresh);
  }, [client, officeId, fresh]);
  const query = { officeId, ...writeOrderFilter(filter), orden: sort };
  const whole = useWholeResult(JSON.stringify(query), (orders) => {
    setSelection((now) => added(now, orders));
    const count = added(latest.current, orders).orders.size;
    announce(`${orderCount(count)} ${count === 1 ? 'seleccionada' : 'seleccionadas'}`);
  });
  const orders = useMemo((): readonly Order[] => [...fresh.orders.values()], [fresh]);
  const ids = useMemo((): ReadonlySet<string> => new Set(fresh.orders.keys()), [fresh]);
  const totals = useMemo(() => totalsOf(orders), [orders]);
  /** Selects orders by id, such as those on the map. Those that are not loaded are fetched first. */
  const addById = async (some: readonly string[]): Promise<void> => {
    const asked = new Set([...ids, ...some]).size;
    if (asked > MAX_SELECTED)
      void notifyFailure(
        `Serían ${orderCount(asked)}; se seleccionan ${formatNumber(MAX_SELECTED)}, lo más que se puede a la vez. Elija un área menor.`,
      );
    const loaded = new Map([...list, ...orders].map((order) => [order.id, order]));
    const known = some.flatMap((id) => loaded.get(id) ?? []);
    const missing = some.filter((id) => !loaded.has(id)).slice(0, MAX_SELECTED);
    if (missing.length === 0) setSelection((now) => added(now, known));
    else await whole.read(async (signal) => [...known, ...(await readOrders(officeId, missing, signal))]);
  };
  /** Orders that `toggleById` fetches; deselected again, they are left out. */
  const awaited = useRef(new Set<string>());
  const fetchOne = async (id: string): Promise<void> => {
    awaited.current.add(id);
    try {
      const found = await readOrders(officeId, [id]);
      if (awaited.current.delete(id)) setSelection((now) => added(now, found));
    } catch (error) {
      awaited.current.delete(id);
      // HttpFailure is already shown as a notification.
      if (!(error instanceof HttpFailure)) throw error;
    }
  };
  return {
    ids,
    /** The selected orders, as last seen with the same state and courier; includes those outside the filter. */
    orders,
    totals,
    toggle: (order: Order): void => {
      setSelection((now) => toggled(now, order));
    },
    /** Selects a range from the anchor, as with Shift. */
    extendTo: (order: Order): void => {
      setSelection((now) => extended(now, list, order));
    },
    add: (more: readonly Order[]): void => {
      setSelection((now) => added(now, more));
    },
    /** Replaces each selected order; null deselects it. */
    map: (how: (order: Order) => Order | null): void => {
      setSelection((now) => mapped(now, how));
    },
    addById,
    /** Selects or deselects an order of the map. One that is not loaded is fetched, however many follow. */
    toggleById: (id: string): void => {
      const known = [...orders, ...list].find((order) => order.id === id);
      if (known) setSelection((now) => toggled(now, known));
      else if (!awaited.current.delete(id)) void fetchOne(id);
    },
    /** Selects all orders of the filter, up to the limit of one request. */
    addAll: (): Promise<void> =>
      whole.read(async (signal) => (await readPages(query, MAX_SELECTED, { signal })).orders),
    /** Whether `addAll` or `addById` is loading. */
    isAddingAll: whole.isReading,
    clear: (): void => {
      whole.cancel();
      awaited.current.clear();
      setSelection(NOTHING_SELECTED);
    },
  };
}

export type SelectionState = ReturnType<typeof useSelectionState>;
