import { type Context, useContext } from 'react';
import {
  type DispatchOffice,
  DispatchOfficeContext,
  OrderFilterContext,
  type OrderFilterState,
  OrdersListContext,
  type OrdersListState,
  OrderWindowContext,
  type OrderWindowState,
  SelectionContext,
  type SelectionState,
} from './contexts.ts';

function useProvided<T>(context: Context<T | null>): T {
  const value = useContext(context);
  if (value === null) throw new Error('Asked for outside of <OrdersState>, or of <OrdersListState>');
  return value;
}

/** @returns the office the screen is about, and its time zone. */
export const useDispatchOffice = (): DispatchOffice => useProvided(DispatchOfficeContext);

/** @returns which orders are meant and how they are sorted, as the address says, and how to change it. */
export const useOrderFilter = (): OrderFilterState => useProvided(OrderFilterContext);

/** @returns what stands beside the list, as the address says, and how to open and close it. */
export const useOrderWindow = (): OrderWindowState => useProvided(OrderWindowContext);

/** @returns the orders that the filter leaves, as far as they are loaded. */
export const useOrders = (): OrdersListState => useProvided(OrdersListContext);

/** @returns the chosen orders. They stay chosen whatever the filter shows, until they are cleared or the office changes. */
export const useSelection = (): SelectionState => useProvided(SelectionContext);
