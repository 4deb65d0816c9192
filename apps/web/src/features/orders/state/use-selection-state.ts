import { type Order, type OrderFilter, type OrderSort } from '@despacho/contracts/dispatch';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { HttpFailure } from '../../../shared/http/failure.ts';
import { announce } from '../../../shared/ui/announce.ts';
import { readAllOrders } from '../api/orders-queries.ts';
import {
  added,
  MOST_SELECTED,
  NOTHING_SELECTED,
  refreshed,
  removed,
  stretched,
  toggled,
  totalsOf,
} from '../rules/selection.ts';
import { type SelectionState } from './contexts.ts';

interface Result {
  officeId: string;
  filter: OrderFilter;
  sort: OrderSort;
}

/** The whole result of a filter, once it is asked for. A later question takes the place of an earlier one. */
function useWholeResult(result: Result, onResult: (orders: readonly Order[]) => void) {
  const [isReading, setReading] = useState(false);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const read = async (): Promise<void> => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    setReading(true);
    try {
      onResult(await readAllOrders(result, MOST_SELECTED, controller.signal));
    } catch (error) {
      // Said by a pop-up already.
      if (!controller.signal.aborted && !(error instanceof HttpFailure)) throw error;
    } finally {
      if (current.current === controller) setReading(false);
    }
  };
  const cancel = (): void => {
    current.current?.abort();
    setReading(false);
  };
  return { isReading, read, cancel };
}

const chosenText = (count: number): string =>
  count === 1 ? '1 orden elegida' : `${formatNumber(count)} órdenes elegidas`;

/** The chosen orders of an office. `list` is what the table has loaded: it brings the chosen ones up to date. */
export function useSelectionState(result: Result, list: readonly Order[]): SelectionState {
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const fresh = refreshed(selection, list);
  if (fresh !== selection) setSelection(fresh);

  const whole = useWholeResult(result, (orders) => {
    setSelection((now) => added(now, orders));
    announce(chosenText(orders.length));
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
    stretchTo: (order) => {
      setSelection((now) => stretched(now, list, order));
    },
    add: (more) => {
      setSelection((now) => added(now, more));
    },
    replace: (chosen) => {
      setSelection(added(NOTHING_SELECTED, chosen));
    },
    remove: (gone) => {
      setSelection((now) => removed(now, gone));
    },
    addAll: whole.read,
    isAddingAll: whole.isReading,
    clear: () => {
      whole.cancel();
      setSelection(NOTHING_SELECTED);
    },
  };
}
