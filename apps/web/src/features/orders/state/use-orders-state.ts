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

/** @returns the screen's office and its time zone. */
export const useDispatchOffice = (): DispatchOffice => useProvided(DispatchOfficeContext);

/** @returns the filter and sorting in the URL, and functions to change them. */
export const useOrderFilter = (): OrderFilterState => useProvided(OrderFilterContext);

/** @returns the panel in the URL, and functions to open and close it. */
export const useOrderWindow = (): OrderWindowState => useProvided(OrderWindowContext);

/** @returns the orders of the filter that are loaded. */
export const useOrders = (): OrdersListState => useProvided(OrdersListContext);

/** @returns the selected orders. They stay selected when the filter changes, until cleared or the office changes. */
export const useSelection = (): SelectionState => useProvided(SelectionContext);
