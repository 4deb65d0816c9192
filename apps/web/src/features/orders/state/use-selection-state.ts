import { type Order, type OrderFilter, type OrderSort, writeOrderFilter } from '@despacho/contracts/dispatch';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { HttpFailure } from '../../../shared/http/failure.ts';
import { announce } from '../../../shared/hooks/announce.ts';
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
import { type SelectionState } from './use-orders-state.ts';
import { WholeResult } from './whole-result.ts';

interface Result {
  officeId: string;
  filter: OrderFilter;
  sort: OrderSort;
}

/** Loads orders to select; cancelled when the list's filter changes. */
function useWholeResult(result: Result, onResult: (orders: readonly Order[]) => void) {
  const [isReading, setReading] = useState(false);
  const [whole] = useState(() => new WholeResult(setReading));
  const list = JSON.stringify([result.officeId, writeOrderFilter(result.filter), result.sort]);
  useEffect(() => {
    whole.follow(list);
  }, [whole, list]);
  useEffect(
    () => () => {
      whole.cancel();
    },
    [whole],
  );

  const read = async (ask: (signal: AbortSignal) => Promise<readonly Order[]>): Promise<void> => {
    try {
      const orders = await whole.read(ask);
      if (orders) onResult(orders);
    } catch (error) {
      // HttpFailure is already shown as a notification.
      if (!(error instanceof HttpFailure)) throw error;
    }
  };
  return {
    isReading,
    read,
    cancel: () => {
      whole.cancel();
    },
  };
}

const chosenText = (count: number): string =>
  count === 1 ? '1 orden elegida' : `${formatNumber(count)} órdenes elegidas`;

/** The selected orders of an office. `list` is the loaded part of the table and updates the selected orders. */
export function useSelectionState(result: Result, list: readonly Order[]): SelectionState {
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const fresh = refreshed(selection, list);
  if (fresh !== selection) setSelection(fresh);

  const latest = useRef(fresh);
  useEffect(() => {
    latest.current = fresh;
  }, [fresh]);
  const whole = useWholeResult(result, (orders) => {
    setSelection((now) => added(now, orders));
    announce(chosenText(added(latest.current, orders).orders.size));
  });
  const orders = useMemo(() => [...fresh.orders.values()], [fresh]);
  const ids = useMemo(() => new Set(fresh.orders.keys()), [fresh]);
  const totals = useMemo(() => totalsOf(orders), [orders]);
  return {
    ids,
    orders,
    totals,
    toggle: (order) => {
      setSelection((now) => toggled(now, order));
    },
    extendTo: (order) => {
      setSelection((now) => extended(now, list, order));
    },
    add: (more) => {
      setSelection((now) => added(now, more));
    },
    replace: (chosen) => {
      setSelection(added(NOTHING_SELECTED, chosen));
    },
    map: (how) => {
      setSelection((now) => mapped(now, how));
    },
    addById: async (some) => {
      const loaded = new Map([...list, ...orders].map((order) => [order.id, order]));
      const known = some.flatMap((id) => loaded.get(id) ?? []);
      const missing = some.filter((id) => !loaded.has(id)).slice(0, MAX_SELECTED);
      if (missing.length === 0) setSelection((now) => added(now, known));
      else await whole.read(async (signal) => [...known, ...(await readOrders(result.officeId, missing, signal))]);
    },
    addAll: () => {
      const query = { officeId: result.officeId, ...writeOrderFilter(result.filter), orden: result.sort };
      return whole.read(async (signal) => (await readPages(query, MAX_SELECTED, { signal })).orders);
    },
    isAddingAll: whole.isReading,
    clear: () => {
      whole.cancel();
      setSelection(NOTHING_SELECTED);
    },
  };
}
