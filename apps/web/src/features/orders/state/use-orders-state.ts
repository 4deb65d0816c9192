import { type Order, type OrderFilter, type OrderSort } from '@despacho/contracts/dispatch';
import { type Context, createContext, useContext } from 'react';
import { type OrderWindow } from '../rules/order-window.ts';
import { type SelectionState } from './use-selection-state.ts';

export interface DispatchOffice {
  officeId: string;
  /** IANA time zone for all dates and times on the screen. */
  timeZone: string;
}

export interface OrderFilterState {
  /** With dates. */
  filter: OrderFilter;
  /** The same as in the URL, where days may be relative to today. */
  written: OrderFilter;
  /** Changes the written filter with a new history entry, so that Back undoes it. */
  setFilter: (next: OrderFilter | ((now: OrderFilter) => OrderFilter)) => void;
  sort: OrderSort;
  setSort: (sort: OrderSort) => void;
}

export interface OrderWindowState {
  window: OrderWindow | null;
  open: (window: OrderWindow) => void;
  close: () => void;
  /** Runs a function that closes the panel, after confirming that changes may be lost. */
  leave: (go: () => void) => void;
  /** Sets the confirmation to show before the panel closes; null for none. */
  guard: (ask: (() => Promise<boolean>) | null) => void;
}

/** Orders of earlier days: one row at the top of the table, which shows or hides them. */
export interface EarlierOrders {
  count: number;
  isOpen: boolean;
  /** Whether all of them are still to be done. */
  areOpen: boolean;
  toggle: () => void;
}

export interface OrdersListState {
  /** The orders loaded so far, sorted. */
  orders: readonly Order[];
  /** Number of orders in the list; undefined until known. */
  total: number | undefined;
  /** Whether there are more than `total`, which are not counted. */
  isOver: boolean;
  /** Null if there are none, or if the list shows them like the others. */
  earlier: EarlierOrders | null;
  isPending: boolean;
  /** Whether the data is of a previous filter, until the new data arrives. */
  isOutdated: boolean;
  isFetching: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  /** Loads the next page; ignored while loading. */
  loadMore: () => void;
  error: Error | null;
  refetch: () => void;
}

export const DispatchOfficeContext = createContext<DispatchOffice | null>(null);
export const OrderFilterContext = createContext<OrderFilterState | null>(null);
export const OrderWindowContext = createContext<OrderWindowState | null>(null);
export const OrdersListContext = createContext<OrdersListState | null>(null);
export const SelectionContext = createContext<SelectionState | null>(null);

function useProvided<T>(context: Context<T | null>): T {
  const value = useContext(context);
  if (value === null) throw new Error('Asked for outside of <OrdersState>, or of <OrdersListState>');
  return value;
}

export const useDispatchOffice = (): DispatchOffice => useProvided(DispatchOfficeContext);

/** @returns the filter and sorting in the URL, and functions to change them. */
export const useOrderFilter = (): OrderFilterState => useProvided(OrderFilterContext);

/** @returns the panel in the URL, and functions to open and close it. */
export const useOrderWindow = (): OrderWindowState => useProvided(OrderWindowContext);

/** @returns the orders of the filter that are loaded. */
export const useOrders = (): OrdersListState => useProvided(OrdersListContext);

/** @returns the selected orders. They stay selected when the filter changes, until cleared or the office changes. */
export const useSelection = (): SelectionState => useProvided(SelectionContext);
