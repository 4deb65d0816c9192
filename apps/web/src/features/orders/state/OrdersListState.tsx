import { type ReactNode } from 'react';
import { useEarlierDays } from './use-earlier-days.ts';
import { useOrdersList } from './use-orders-list.ts';
import { OrdersListContext, SelectionContext, useDispatchOffice, useOrderFilter } from './use-orders-state.ts';
import { useSelectionState } from './use-selection-state.ts';

/**
 * Provides the orders of the filter, page by page, and the selection. Inside <OrdersState>, on screens with a table.
 */
export function OrdersListState({ children }: { children: ReactNode }) {
  const office = useDispatchOffice();
  const { officeId } = office;
  const { filter, sort } = useOrderFilter();
  const days = useEarlierDays(office, filter, sort);
  const list = useOrdersList(officeId, filter, sort, days);
  const selection = useSelectionState({ officeId, filter: days.listed, sort }, list.orders);
  return (
    <OrdersListContext value={list}>
      <SelectionContext value={selection}>{children}</SelectionContext>
    </OrdersListContext>
  );
}
