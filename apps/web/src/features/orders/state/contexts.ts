import { type Order, type OrderFilter, type OrderSort } from '@despacho/contracts/dispatch';
import { createContext } from 'react';
import { type OrderWindow } from '../rules/order-window.ts';
import { type SelectionTotals } from '../rules/selection.ts';

/** The office the screen is about. */
export interface DispatchOffice {
  officeId: string;
  /** Its IANA zone: all days and times on the screen are of it. */
  timeZone: string;
}

export interface OrderFilterState {
  filter: OrderFilter;
  setFilter: (next: OrderFilter | ((now: OrderFilter) => OrderFilter)) => void;
  sort: OrderSort;
  setSort: (sort: OrderSort) => void;
}

export interface OrderWindowState {
  window: OrderWindow | null;
  open: (window: OrderWindow) => void;
  close: () => void;
  /** Does what puts the window away, once it may go. */
  leave: (go: () => void) => void;
  /** Says what to ask before the window gives way to anything else; null for nothing. */
  guard: (ask: (() => Promise<boolean>) | null) => void;
}

export interface SelectionState {
  /** Ids of the chosen orders. */
  ids: ReadonlySet<string>;
  /** The chosen orders, each as it was when chosen, or as seen since in the same hands; also those that the filter no longer shows. */
  orders: readonly Order[];
  totals: SelectionTotals;
  /** Chooses one, or no longer. */
  toggle: (order: Order) => void;
  /** What Shift does: everything from the one chosen last. */
  extendTo: (order: Order) => void;
  add: (orders: readonly Order[]) => void;
  /** Chooses these and nothing else. */
  replace: (orders: readonly Order[]) => void;
  remove: (ids: Iterable<string>) => void;
  /** Chooses the whole result of the filter, as many as one request takes. */
  addAll: () => Promise<void>;
  /** The whole result is on its way. */
  isAddingAll: boolean;
  clear: () => void;
}

export interface OrdersListState {
  /** What has been loaded so far, in the order of the table. */
  orders: readonly Order[];
  /** How many the filter leaves in all; undefined until that is known. */
  total: number | undefined;
  /** Nothing to show yet. */
  isPending: boolean;
  /** What is shown is the answer to an earlier question, until the new answer comes. */
  isOutdated: boolean;
  isFetching: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  /** Asks for the next page, once. */
  loadMore: () => void;
  error: Error | null;
  refetch: () => void;
}

export const DispatchOfficeContext = createContext<DispatchOffice | null>(null);
export const OrderFilterContext = createContext<OrderFilterState | null>(null);
export const OrderWindowContext = createContext<OrderWindowState | null>(null);
export const OrdersListContext = createContext<OrdersListState | null>(null);
export const SelectionContext = createContext<SelectionState | null>(null);
